/** The two-factor setting of a company: off, optional (the set-up can be postponed a few times), or required for everybody. */
export type SecondFactorMode = 'off' | 'optional' | 'strict'

/** What a user must do about their second factor. Where null is possible, it means that nothing is required. */
export type SecondFactorFlow = 'totp_pending_strict' | 'totp_pending_allow_skip' | 'totp_accepted'

export interface SecondFactorState {
  /** Whether the user has set up a second factor. */
  confirmed: boolean
  mode: SecondFactorMode
  /** Whether an administrator requires a second factor of this user, whatever the setting of the company is. */
  required: boolean
  /** How often the set-up may be postponed in total; `skipsUsed`: how often it was postponed. */
  skipsAllowed: number
  skipsUsed: number
}

/**
 * The next step of a login after the right password: none, a code of the second factor (`totp`), or the set-up of a second factor
 * (`totp_pending`).
 */
export interface SecondStep {
  result: 'none' | 'totp' | 'totp_pending'
  flow: SecondFactorFlow | null
  skipsRemaining: number
}

/** Decides the next step of a login. A user who has set up a second factor must always use it, even if nobody requires it. */
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
 * Returns the second-factor state of a user who is already logged in. If such a user has no second factor, the user has postponed the
 * set-up or used single sign-on. A requirement then takes effect only at the next login.
 */
export function flowOfSession(state: SecondFactorState): Pick<SecondStep, 'flow' | 'skipsRemaining'> {
  if (state.confirmed) return { flow: 'totp_accepted', skipsRemaining: 0 }
  if (state.mode !== 'optional' || state.required) return { flow: null, skipsRemaining: 0 }
  return { flow: 'totp_pending_allow_skip', skipsRemaining: Math.max(0, state.skipsAllowed - state.skipsUsed) }
}
