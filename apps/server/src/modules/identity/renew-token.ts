import type { FastifyReply } from 'fastify'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { setSessionCookie } from './session-cookie.ts'

interface RenewedToken {
  token: string
  keep: boolean
}

/**
 * Gives a session a new token after its user has authenticated again. Anybody else with the old token is locked out. The session stays the
 * same, with its streams and expiry time. Call this last, right before the reply: requests that the same browser sends before it gets the
 * reply are refused.
 * @returns undefined for a session that has ended meanwhile
 */
export async function renewToken(tx: Tx, sessionId: string): Promise<RenewedToken | undefined> {
  const token = newToken()
  const session = await tx
    .updateTable('session')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('keep_logged_in')
    .executeTakeFirst()
  return session && { token, keep: session.keep_logged_in }
}

/** Gives the browser the new token, once the transaction is committed. */
export function keepRenewed(reply: FastifyReply, renewed: RenewedToken | undefined): void {
  if (renewed) setSessionCookie(reply, renewed.token, { keep: renewed.keep })
}
