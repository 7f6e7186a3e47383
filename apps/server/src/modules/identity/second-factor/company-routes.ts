import { disableCompanyOtp, enableCompanyOtp, getCompanyOtp, type CompanyTwoFactor } from '@winnow/contract'
import { inSystem, type Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Register } from '../../../platform/http/register.ts'
import { recordAudit } from '../../audit/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { endUnprotectedSessions, getCompanyTwoFactor, setCompanyTwoFactor } from './company-two-factor.ts'
import { loadSecondFactor } from './second-step.ts'

/** What a company asks of all its users. The gate has let the caller through to the company that is named. */
export function registerCompanySecondFactor(register: Register, deps: IdentityDeps): void {
  const { db, clock } = deps

  /** Whoever asks it of everybody goes first, or they would lock themselves out with the rest; a single sign-on asks for its own. */
  const requireOwn = async (tx: Tx, { userId, email, companyId }: Actor) => {
    if (userId !== null && (await loadSecondFactor(tx, userId)).confirmed) return
    if (email !== null && (await deps.isPasswordClosed({ email, companyId }))) return
    throw new AppError('TWO_FACTOR_FIRST', 'Set up two-factor for yourself first')
  }

  const change = (
    actor: Actor,
    companyId: string,
    wanted: { mode: CompanyTwoFactor['mode']; skips?: number | undefined },
    requestId: string,
  ): Promise<CompanyTwoFactor> =>
    inSystem(db, async (tx) => {
      const now = clock.now()
      if (wanted.mode === 'strict' && companyId === actor.companyId) await requireOwn(tx, actor)
      const before = await getCompanyTwoFactor(tx, companyId)
      await setCompanyTwoFactor(tx, companyId, wanted, before)
      if (wanted.mode === 'strict') await endUnprotectedSessions(tx, companyId, actor.userId, now)
      const after = await getCompanyTwoFactor(tx, companyId)
      const told = ({ mode, skips }: CompanyTwoFactor) => ({ twoFactor: mode, skips })
      await recordAudit(
        tx,
        { ...actor, companyId },
        {
          action: 'company.two-factor-changed',
          objectType: 'company',
          objectId: companyId,
          before: told(before),
          after: told(after),
        },
        now,
        requestId,
      )
      return after
    })

  register(getCompanyOtp, ({ actor, query }) =>
    inSystem(db, (tx) => getCompanyTwoFactor(tx, query.company ?? actor.companyId)),
  )

  register(enableCompanyOtp, ({ actor, query, request }) =>
    change(
      actor,
      query.company ?? actor.companyId,
      { mode: query.strict ? 'strict' : 'optional', skips: query.skips },
      request.id,
    ),
  )

  register(disableCompanyOtp, ({ actor, query, request }) =>
    change(actor, query.company ?? actor.companyId, { mode: 'off' }, request.id),
  )
}
