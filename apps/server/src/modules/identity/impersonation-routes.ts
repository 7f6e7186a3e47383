import { endImpersonation, impersonate } from '@winnow/contract'
import { normalizeMailAddress, WITHOUT_CONSOLE } from '@winnow/domain'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { askBeyond, type Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { recordImpersonationEnd } from './impersonation-end.ts'
import { callerOf } from './open-session.ts'
import { presentUser, type ProviderCompanies } from './present-user.ts'
import { setSessionCookie } from './session-cookie.ts'

/** Impersonation is meant for a short intervention, not for a working day. */
const LONGEST_HOURS = 8

/**
 * Lets a super user act in the name of another user. This opens a second session, which ends when the super user's own session ends. The
 * audit log records everything done in the second session under both names.
 */
export function registerImpersonation(register: Register, deps: ProviderCompanies): void {
  register.write(impersonate, {
    prepare: async ({ request }) => callerOf(request),
    async change({ tx, actor, body, now, requestId, prepared: caller, audit }) {
      const { userId: superId, sessionId } = actor
      if (superId === null || sessionId === null) throw new AppError('TOKEN_INVALID', 'This call needs a login')
      const found = await findActed(tx, body.email)
      const token = newToken()
      await tx
        .insertInto('session')
        .values({
          id: newId(now.getTime()),
          token_hash: hashToken(token),
          user_id: found.id,
          company_id: found.company_id,
          impersonator_id: superId,
          parent_id: sessionId,
          keep_logged_in: false,
          created_at: now,
          last_used_at: now,
          expires_at: new Date(now.getTime() + LONGEST_HOURS * 3_600_000),
          address: caller.address,
          user_agent: caller.userAgent?.slice(0, 300) ?? null,
        })
        .execute()
      const entry = {
        action: 'impersonation.started',
        objectType: 'user' as const,
        objectId: found.id,
        objectName: found.name,
      }
      // Recorded for both companies: the super user's and the user's.
      await audit(entry)
      if (found.company_id !== actor.companyId)
        await recordAudit(tx, { ...actor, companyId: found.company_id }, entry, now, requestId)
      return { token, user: await presentUser(tx, found.id, deps, { userId: superId, name: actor.name }) }
    },
    async reply({ result: { token, user }, reply }) {
      setSessionCookie(reply, token, { keep: false })
      return user
    },
  })

  register.write(endImpersonation, {
    // The super user's own session belongs to another company.
    change: (asked) => askBeyond(asked.tx, 'who-acts-for-me', () => returnToOwn(asked, deps)),
    async reply({ result: { token, keep, user }, reply }) {
      setSessionCookie(reply, token, { keep })
      return user
    },
  })
}

async function findActed(tx: Tx, email: string) {
  const found = await tx
    .selectFrom('app_user')
    .select(['id', 'name', 'company_id', 'user_type', 'disabled_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', normalizeMailAddress(email)))
    .executeTakeFirst()
  if (!found) throw notFound()
  if (found.user_type === 'SUPER_USER') throw new AppError('FORBIDDEN', 'Nobody acts in the name of a super user')
  if (found.disabled_at || WITHOUT_CONSOLE.has(found.user_type))
    throw new AppError('FORBIDDEN', 'This user cannot log in to the console')
  return found
}

async function returnToOwn(
  { tx, actor, now, requestId, publish }: Changing<typeof endImpersonation, unknown>,
  deps: ProviderCompanies,
) {
  const { impersonator, sessionId } = actor
  if (!impersonator || sessionId === null) throw new AppError('CONFLICT', 'Nobody is acting in another’s name')
  // The super user's own session was not used meanwhile. It needs a new token, because only the hash of its old token was stored.
  const token = newToken()
  const session = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .returning(['parent_id', 'user_id'])
    .executeTakeFirstOrThrow()
  const parent = await tx
    .updateTable('session')
    .set({ token_hash: hashToken(token), last_used_at: now })
    .where('id', '=', session.parent_id)
    .returning(['keep_logged_in', 'company_id'])
    .executeTakeFirstOrThrow()
  await publish({ type: 'session.ended', sessionId })
  const ended = {
    acted: { id: session.user_id, name: actor.name, companyId: actor.companyId },
    impersonator: { ...impersonator, companyId: parent.company_id },
    ...(actor.address === undefined ? {} : { address: actor.address }),
  }
  await recordImpersonationEnd(tx, ended, now, requestId)
  return { token, keep: parent.keep_logged_in, user: await presentUser(tx, impersonator.userId, deps) }
}
