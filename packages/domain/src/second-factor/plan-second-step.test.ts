import { describe, expect, it } from 'vitest'
import { flowOfSession, planSecondStep, type SecondFactorState } from './plan-second-step.ts'

const state = (given: Partial<SecondFactorState> = {}): SecondFactorState => ({
  confirmed: false,
  mode: 'off',
  required: false,
  skipsAllowed: 3,
  skipsUsed: 0,
  ...given,
})

describe('the step after the password', () => {
  it('is missing if no second factor is required', () => {
    expect(planSecondStep(state())).toEqual({ result: 'none', flow: null, skipsRemaining: 0 })
  })

  it.each(['off', 'optional', 'strict'] as const)(
    'is the code of a user who has one, company %s · LOGIN-020',
    (mode) => {
      const step = planSecondStep(state({ confirmed: true, mode, skipsUsed: 2 }))
      expect(step).toEqual({ result: 'totp', flow: 'totp_accepted', skipsRemaining: 0 })
    },
  )

  it.each([
    [0, 3],
    [1, 2],
    [2, 1],
  ])(
    'is a set-up that can be postponed: of three, %i used leave %i · 2FA-018 LOGIN-021',
    (skipsUsed, skipsRemaining) => {
      const step = planSecondStep(state({ mode: 'optional', skipsUsed }))
      expect(step).toEqual({ result: 'totp_pending', flow: 'totp_pending_allow_skip', skipsRemaining })
    },
  )

  it.each([
    ['the company is strict', { mode: 'strict' }],
    ['it is asked of this user', { required: true }],
    ['it is asked of this user of an optional company', { mode: 'optional', required: true }],
    ['no skip is left', { mode: 'optional', skipsUsed: 3 }],
    ['fewer skips are allowed than were used', { mode: 'optional', skipsAllowed: 1, skipsUsed: 3 }],
    ['none was ever allowed', { mode: 'optional', skipsAllowed: 0 }],
  ] as const)('is a set-up that cannot be postponed: %s · 2FA-016', (_why, given) => {
    expect(planSecondStep(state(given))).toEqual({
      result: 'totp_pending',
      flow: 'totp_pending_strict',
      skipsRemaining: 0,
    })
  })
})

describe('the state of a user who is logged in', () => {
  it.each([
    ['has set it up', { confirmed: true, mode: 'strict' }, { flow: 'totp_accepted', skipsRemaining: 0 }],
    ['put it off', { mode: 'optional', skipsUsed: 1 }, { flow: 'totp_pending_allow_skip', skipsRemaining: 2 }],
    [
      'put it off for the last time',
      { mode: 'optional', skipsUsed: 3 },
      { flow: 'totp_pending_allow_skip', skipsRemaining: 0 },
    ],
    ['is asked by nobody', {}, { flow: null, skipsRemaining: 0 }],
    ['was vouched for elsewhere', { mode: 'strict' }, { flow: null, skipsRemaining: 0 }],
  ] as const)('%s', (_who, given, expected) => {
    expect(flowOfSession(state(given))).toEqual(expected)
  })
})
