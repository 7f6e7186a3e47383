import type { FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { endOfSession } from './session-limits.ts'

/** The origin of a session, as shown to its user later. */
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
  /** When the session ends in any case. Without it, the maximum for its kind applies. */
  expiresAt?: Date
}

/**
 * Opens a session. Every login method ends here, after all checks.
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
