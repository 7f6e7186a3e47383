import { expect, test } from 'vitest'
import { refusalOf } from './refusals.ts'

const camera = { mayWrite: true, ptz: false, createdByApi: false }

test.each([
  ['mask', camera, true, undefined],
  ['mute', camera, true, undefined],
  ['sensitivity', camera, true, undefined],
  ['mask', camera, false, 'right'],
  ['mute', { ...camera, mayWrite: false }, true, 'right'],
  ['mask', { ...camera, ptz: true }, true, 'ptz'],
  ['sensitivity', { ...camera, ptz: true }, true, undefined],
  ['mask', { ...camera, createdByApi: true, ptz: true }, true, 'byApi'],
  ['sensitivity', { ...camera, createdByApi: true }, true, 'byApi'],
  ['mute', { ...camera, createdByApi: true }, true, undefined],
] as const)('%s of %o with the permission %s: %s', (cure, of, may, refusal) => {
  expect(refusalOf(cure, of, may)).toBe(refusal)
})
