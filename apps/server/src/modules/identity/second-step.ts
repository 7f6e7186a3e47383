import type { AdmittedAccount } from './admit.ts'

/** What an account must do after the right password and before it gets a session. */
export interface SecondStep {
  kind: 'none'
}

/** Asked once the password was right; a session is made only when nothing more is required. */
export type DecideSecondStep = (account: AdmittedAccount) => Promise<SecondStep>

/** The password is enough. */
export const noSecondStep: DecideSecondStep = async () => ({ kind: 'none' })
