import { describe, expect, it } from 'vitest'
import { presentUnlocks } from '../identity/index.ts'
import { provenKinds, watchedKinds } from './watched-kinds.ts'

const all = ['covered', 'dark', 'frozen', 'blur', 'moved'] as const
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 22, minutes)).toISOString()
const stands = (alarms: number, minutes: number) => ({ since: at(0), alarms, last: at(minutes) })

describe('what pictures show counts as tampering', () => {
  it.each(['covered', 'dark', 'frozen'] as const)('when it is %s in two alarms', (kind) => {
    expect(provenKinds({ [kind]: stands(1, 0) }, all)).toEqual([])
    expect(provenKinds({ [kind]: stands(2, 1) }, all)).toEqual([kind])
  })

  it.each(['blur', 'moved'] as const)(
    'when it is %s in three alarms over an hour, since dusk looks like it',
    (kind) => {
      expect(provenKinds({ [kind]: stands(9, 59) }, all)).toEqual([])
      expect(provenKinds({ [kind]: stands(2, 60) }, all)).toEqual([])
      expect(provenKinds({ [kind]: stands(3, 60) }, all)).toEqual([kind])
    },
  )

  it('only as far as the camera is watched for it', () => {
    expect(provenKinds({ covered: stands(5, 90), frozen: stands(2, 1) }, ['frozen'])).toEqual(['frozen'])
    expect(provenKinds({}, all)).toEqual([])
  })
})

describe('a camera is watched', () => {
  const flags = (...names: string[]) => presentUnlocks(Object.fromEntries(names.map((name) => [name, true])))
  const fixed = { tamperingDetection: true, ptz: false }

  it('where it is marked and its company has tampering · GATING-003', () => {
    expect(watchedKinds(fixed, flags('isTamperingUnlocked')).toSorted()).toEqual([...all].toSorted())
    expect(watchedKinds(fixed, flags())).toEqual([])
    expect(watchedKinds({ ...fixed, tamperingDetection: false }, flags('isTamperingUnlocked'))).toEqual([])
  })

  it('for darkness and a frozen picture alone where it turns, and its company has that · GATING-004', () => {
    const turning = { ...fixed, ptz: true }
    expect(watchedKinds(turning, flags('isTamperingUnlocked'))).toEqual([])
    expect(watchedKinds(turning, flags('isTamperingUnlocked', 'isTamperingPtzUnlocked'))).toEqual(['dark', 'frozen'])
  })
})
