import type { PasswordPolicy } from '@winnow/domain'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { PasswordDeps } from './check-password.ts'
import type { ProviderCompanies } from './present-user.ts'
import type { DecideSecondStep } from './second-step.ts'
import type { RedeemLoginCode } from './way-in.ts'

/** What the ways in need of the program. */
export interface IdentityDeps extends PasswordDeps, ProviderCompanies {
  queue: Queue
  passwordPolicy: PasswordPolicy
  decideSecondStep: DecideSecondStep
  redeemLoginCode: RedeemLoginCode
}
