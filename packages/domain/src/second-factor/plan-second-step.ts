/** The two-factor setting of a company: off, optional (the set-up can be postponed a few times), or required for everybody. */
export type SecondFactorMode = 'off' | 'optional' | 'strict'

/** What a user must do about their second factor. Null: nothing is required. */
export type SecondFactorFlow = 'totp_pending_strict' | 'totp_pending_allow_skip' | 'totp_accepted'

export interface SecondFactorState {
  /** The user has set one up. */
  confirmed: boolean
  mode: SecondFactorMode
  /** An administrator requires it of this user, whatever the company's setting. */
  required: boolean
  /** How often the set-up may be postponed, and how often it was. */
  skipsAllowed: number
  skipsUsed: number
}

/** The step after the right password: nothing, a code, or setting up a second factor. */
export interface SecondStep {
  result: 'none' | 'totp' | 'totp_pending'
  flow: SecondFactorFlow | null
  skipsRemaining: number
}

/** Decides the next step of a login. A second factor that was set up is always asked for, even if nobody requires it. */
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
 * The state of a logged-in user. A user without a second factor has postponed it, or used single sign-on. Nothing is enforced before their
 * next login.
 */
export function flowOfSession(state: SecondFactorState): Pick<SecondStep, 'flow' | 'skipsRemaining'> {
  if (state.confirmed) return { flow: 'totp_accepted', skipsRemaining: 0 }
  if (state.mode !== 'optional' || state.required) return { flow: null, skipsRemaining: 0 }
  return { flow: 'totp_pending_allow_skip', skipsRemaining: Math.max(0, state.skipsAllowed - state.skipsUsed) }
}
