import { expect, test } from 'vitest'
import { askableCures } from './askable.ts'

const camera = { mayWrite: true, ptz: false, createdByApi: false }
const EVERY = ['mask.write', 'schedule.write', 'node.write', 'integration.manage', 'share.manage']

test.each([
  ['nothing', camera, [], true, ['mask', 'mute', 'sensitivity', 'resend', 'share']],
  ['everything', camera, EVERY, true, []],
  ['everything, with a grant to read', { ...camera, mayWrite: false }, EVERY, true, ['mask', 'mute', 'sensitivity']],
  ['nothing, at a camera that turns', { ...camera, ptz: true }, [], false, ['mute', 'sensitivity', 'share']],
  ['nothing, at a camera of a program', { ...camera, createdByApi: true }, [], false, ['mute', 'share']],
  ['masks alone', camera, ['mask.write'], false, ['mute', 'sensitivity', 'share']],
] as const)('whoever may do %s asks for the rest', (_what, of, permissions, hasDeliveries, askable) => {
  const held: readonly string[] = permissions
  expect(askableCures(of, (permission) => held.includes(permission), hasDeliveries)).toEqual(askable)
})
