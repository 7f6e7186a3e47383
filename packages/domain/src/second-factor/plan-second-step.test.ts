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
    'is a code for a user with a second factor, in mode %s · LOGIN-020',
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
    'is a set-up that can be postponed: of three skips, %i are used and %i remain · 2FA-018 LOGIN-021',
    (skipsUsed, skipsRemaining) => {
      const step = planSecondStep(state({ mode: 'optional', skipsUsed }))
      expect(step).toEqual({ result: 'totp_pending', flow: 'totp_pending_allow_skip', skipsRemaining })
    },
  )

  it.each([
    ['the company requires it', { mode: 'strict' }],
    ['an administrator requires it', { required: true }],
    ['an administrator requires it in an optional company', { mode: 'optional', required: true }],
    ['no skip is left', { mode: 'optional', skipsUsed: 3 }],
    ['fewer skips are allowed than were used', { mode: 'optional', skipsAllowed: 1, skipsUsed: 3 }],
    ['no skip is allowed', { mode: 'optional', skipsAllowed: 0 }],
  ] as const)('is a set-up that cannot be postponed: %s · 2FA-016', (_why, given) => {
    expect(planSecondStep(state(given))).toEqual({
      result: 'totp_pending',
      flow: 'totp_pending_strict',
      skipsRemaining: 0,
    })
  })
})

describe('the state of a logged-in user', () => {
  it.each([
    ['has a second factor', { confirmed: true, mode: 'strict' }, { flow: 'totp_accepted', skipsRemaining: 0 }],
    ['has postponed it', { mode: 'optional', skipsUsed: 1 }, { flow: 'totp_pending_allow_skip', skipsRemaining: 2 }],
    [
      'has used the last skip',
      { mode: 'optional', skipsUsed: 3 },
      { flow: 'totp_pending_allow_skip', skipsRemaining: 0 },
    ],
    ['needs no second factor', {}, { flow: null, skipsRemaining: 0 }],
    ['used single sign-on', { mode: 'strict' }, { flow: null, skipsRemaining: 0 }],
  ] as const)('who %s', (_who, given, expected) => {
    expect(flowOfSession(state(given))).toEqual(expected)
  })
})
