import type { Guard } from '@winnow/delivery'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'

/** Counts that a user asks a video system something. @throws AppError RATE_LIMITED */
export const countLook = (looks: RateLimiter, { userId, tokenId }: Actor, now: Date): void =>
  looks.require(userId ?? tokenId ?? '', now)

/** Refuses an address that the guard forbids. A name that cannot be resolved now may be resolved later. */
export async function checkAddress(
  guard: Guard,
  { host, port }: { host: string; port: number },
  field = 'host',
): Promise<void> {
  const verdict = await guard.resolveForTcp(host, port)
  if (!verdict.ok && verdict.code !== 'unresolvable')
    throw new AppError('ADDRESS_REFUSED', 'Could not fetch that resource', {
      fields: [{ field, message: `guard.${verdict.code}` }],
    })
}
