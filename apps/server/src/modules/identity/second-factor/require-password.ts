import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSystem } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { renewToken } from '../renew-token.ts'
import { forgetAttempts, takeAttempt } from './attempts.ts'
import type { SecondFactorDeps } from './second-factor-deps.ts'

/**
 * Asks somebody who is logged in for their password again: an open screen alone must not change a second factor. Their session gets
 * a new token, whatever becomes of the request afterwards.
 * @throws AppError PASSWORD_INVALID; RATE_LIMITED after a few wrong ones
 */
export async function requirePassword(
  { db, hasher, clock }: SecondFactorDeps,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
  password: string | undefined,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const guesser = { userId, address: exchange.request.ip }
  const row = await inSystem(db, async (tx) => {
    await takeAttempt(tx, 'password', guesser, clock.now())
    return tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  })
  if (password === undefined || !(await hasher.verify(row?.password_hash ?? undefined, password)))
    throw new AppError('PASSWORD_INVALID', 'Incorrect password', {
      fields: [{ field: 'password', message: 'Incorrect password' }],
    })
  await inSystem(db, (tx) => forgetAttempts(tx, 'password', guesser))
  if (sessionId !== undefined) await renewToken(db, sessionId, exchange)
}
