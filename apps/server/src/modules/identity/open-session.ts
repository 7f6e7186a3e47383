import type { FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { endOfSession } from './session-limits.ts'

/** Where a session is opened from, as it is shown to its user later. */
export interface Caller {
  address: string
  userAgent: string | undefined
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})

export interface NewSession {
  userId: string
  companyId: string
  keepLoggedIn: boolean
  caller: Caller
  /** When it ends whatever happens; without, as long after `now` as its kind may last. */
  expiresAt?: Date
}

/**
 * Opens a session. Every way in ends here, once all that the account must show was shown.
 * @returns its token, which only the cookie holds
 */
export async function openSession(tx: Tx, session: NewSession, now: Date): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('session')
    .values({
      id: newId(now.getTime()),
      token_hash: hashToken(token),
      user_id: session.userId,
      company_id: session.companyId,
      keep_logged_in: session.keepLoggedIn,
      created_at: now,
      last_used_at: now,
      expires_at: session.expiresAt ?? endOfSession(session.keepLoggedIn, now),
      address: session.caller.address,
      user_agent: session.caller.userAgent?.slice(0, 300) ?? null,
    })
    .execute()
  return token
}
