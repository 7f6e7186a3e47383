import type { FastifyReply } from 'fastify'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { setSessionCookie } from './session-cookie.ts'

/**
 * Gives a session a new token once its user has shown again who they are: whoever else had the one before is out. The session is
 * the same, so its streams go on, and it ends when it would have anyway. To be done last, right before the answer: what the same
 * browser asks until it has that is refused.
 */
export async function renewToken(db: Db, sessionId: string, reply: FastifyReply): Promise<void> {
  const token = newToken()
  const session = await inSystem(db, (tx) =>
    tx
      .updateTable('session')
      .set({ token_hash: hashToken(token) })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .returning('keep_logged_in')
      .executeTakeFirst(),
  )
  if (session) setSessionCookie(reply, token, { keep: session.keep_logged_in })
}
