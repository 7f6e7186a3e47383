/** What a company asks of its users: nothing, a second factor whose set-up may be put off a few times, or one from everybody. */
export type SecondFactorMode = 'off' | 'optional' | 'strict'

/** Where a user stands with their second factor. Null: nobody asks them for one. */
export type SecondFactorFlow = 'totp_pending_strict' | 'totp_pending_allow_skip' | 'totp_accepted'

export interface SecondFactorState {
  /** The user has set one up. */
  confirmed: boolean
  mode: SecondFactorMode
  /** An administrator asks it of this user, whatever the company does. */
  required: boolean
  /** How often the set-up may be put off, and how often it was. */
  skipsAllowed: number
  skipsUsed: number
}

/** What comes after the right password: nothing, the code of a second factor, or setting one up. */
export interface SecondStep {
  result: 'none' | 'totp' | 'totp_pending'
  flow: SecondFactorFlow | null
  skipsRemaining: number
}

/** Decides what an account must still show. A second factor that was set up is always asked for, also where nobody requires it. */
export function planSecondStep(state: SecondFactorState): SecondStep {
  const { confirmed, mode, required, skipsAllowed, skipsUsed } = state
  const skipsRemaining = Math.max(0, skipsAllowed - skipsUsed)
  if (confirmed) return { result: 'totp', flow: 'totp_accepted', skipsRemaining: 0 }
  if (mode === 'strict' || required) return { result: 'totp_pending', flow: 'totp_pending_strict', skipsRemaining: 0 }
  if (mode === 'off') return { result: 'none', flow: null, skipsRemaining: 0 }
  if (skipsRemaining === 0) return { result: 'totp_pending', flow: 'totp_pending_strict', skipsRemaining }
  return { result: 'totp_pending', flow: 'totp_pending_allow_skip', skipsRemaining }
}

/**
 * Where somebody who is logged in stands. Who is in without a second factor was let in without: they put it off, or their single
 * sign-on vouched for them. Nothing forces them before their next login.
 */
export function flowOfSession(state: SecondFactorState): Pick<SecondStep, 'flow' | 'skipsRemaining'> {
  if (state.confirmed) return { flow: 'totp_accepted', skipsRemaining: 0 }
  if (state.mode !== 'optional' || state.required) return { flow: null, skipsRemaining: 0 }
  return { flow: 'totp_pending_allow_skip', skipsRemaining: Math.max(0, state.skipsAllowed - state.skipsUsed) }
}
