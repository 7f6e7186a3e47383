import type { CompanyTwoFactor } from '@winnow/contract'
import { WITHOUT_CONSOLE } from '@winnow/domain'
import type { Tx } from '../../../platform/db/transaction.ts'
import { endSessions } from '../end-sessions.ts'

/** The two-factor setting of a company, and how many of its console users have set it up. */
export async function getCompanyTwoFactor(tx: Tx, companyId: string): Promise<CompanyTwoFactor> {
  const company = await tx
    .selectFrom('company')
    .select(['two_factor_mode', 'two_factor_skips'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { users, protectedUsers } = await tx
    .selectFrom('app_user')
    .leftJoin('second_factor', 'second_factor.id', 'app_user.id')
    .select(({ fn }) => [
      fn.countAll<string>().as('users'),
      fn.count<string>('second_factor.confirmed_at').as('protectedUsers'),
    ])
    .where('app_user.company_id', '=', companyId)
    .where('app_user.disabled_at', 'is', null)
    .where('app_user.user_type', 'not in', [...WITHOUT_CONSOLE])
    .executeTakeFirstOrThrow()
  return {
    mode: company.two_factor_mode as CompanyTwoFactor['mode'],
    skips: company.two_factor_skips,
    users: Number(users),
    protectedUsers: Number(protectedUsers),
  }
}

/** Changes the setting. When it is switched on, every user may postpone the set-up again as often as the setting allows. */
export async function setCompanyTwoFactor(
  tx: Tx,
  companyId: string,
  wanted: { mode: CompanyTwoFactor['mode']; skips?: number | undefined },
  before: CompanyTwoFactor,
): Promise<void> {
  await tx
    .updateTable('company')
    .set({ two_factor_mode: wanted.mode, two_factor_skips: wanted.skips ?? before.skips })
    .where('id', '=', companyId)
    .execute()
  if (before.mode === 'off')
    await tx
      .updateTable('app_user')
      .set({ two_factor_skips_used: 0 })
      .where('company_id', '=', companyId)
      .where('two_factor_skips_used', '>', 0)
      .execute()
}

/** Ends the sessions of those users of a company who have no second factor, so that their next login asks for one. */
export async function endUnprotectedSessions(
  tx: Tx,
  companyId: string,
  except: string | null,
  now: Date,
): Promise<void> {
  const users = await tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('second_factor', 'second_factor.id', 'session.user_id')
    .select('session.user_id')
    .distinct()
    .where('app_user.company_id', '=', companyId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('second_factor.confirmed_at', 'is', null)
    .$if(except !== null, (others) => others.where('session.user_id', '!=', except ?? ''))
    .execute()
  for (const { user_id: userId } of users) await endSessions(tx, { userId }, now)
}
