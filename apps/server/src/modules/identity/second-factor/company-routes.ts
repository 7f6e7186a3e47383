import {
  disableCompanyOtp,
  enableCompanyOtp,
  getCompanyOtp,
  type CompanyTwoFactor,
  type Operation,
} from '@winnow/contract'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Changing, Outside } from '../../../platform/http/handlers.ts'
import type { Register } from '../../../platform/http/register.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { endUnprotectedSessions, getCompanyTwoFactor, setCompanyTwoFactor } from './company-two-factor.ts'
import { loadSecondFactor } from './second-step.ts'

/** Two-factor settings of a company. The gate has checked the caller's right to it. */
export function registerCompanySecondFactor(register: Register, deps: IdentityDeps): void {
  /**
   * Refuses a user who wants to require second factors of all users without having one. Users with single sign-on are exempt. Without this
   * check, users could lock themselves out.
   */
  const requireOwn = async ({ actor, read }: Outside<Operation>) => {
    const { userId, email, companyId } = actor
    if (userId !== null && (await read((tx) => loadSecondFactor(tx, userId))).confirmed) return
    if (email !== null && (await deps.isPasswordClosed({ email, companyId }))) return
    throw new AppError('TWO_FACTOR_FIRST', 'Set up two-factor for yourself first')
  }

  const change = async (
    { tx, actor, companyId, now, audit }: Changing<Operation, unknown>,
    wanted: { mode: CompanyTwoFactor['mode']; skips?: number | undefined },
  ): Promise<CompanyTwoFactor> => {
    const before = await getCompanyTwoFactor(tx, companyId)
    await setCompanyTwoFactor(tx, companyId, wanted, before)
    if (wanted.mode === 'strict') await endUnprotectedSessions(tx, companyId, actor.userId, now)
    const after = await getCompanyTwoFactor(tx, companyId)
    const audited = ({ mode, skips }: CompanyTwoFactor) => ({ twoFactor: mode, skips })
    const entry = { action: 'company.two-factor-changed', objectType: 'company' as const, objectId: companyId }
    await audit({ ...entry, before: audited(before), after: audited(after) })
    return after
  }

  register.read(getCompanyOtp, ({ tx, companyId }) => getCompanyTwoFactor(tx, companyId))

  register.write(enableCompanyOtp, {
    async prepare(asked) {
      if (asked.query.strict && asked.companyId === asked.actor.companyId) await requireOwn(asked)
    },
    change: (asked) => change(asked, { mode: asked.query.strict ? 'strict' : 'optional', skips: asked.query.skips }),
  })

  register.write(disableCompanyOtp, (asked) => change(asked, { mode: 'off' }))
}
