import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, findKey, type KeyRing, newestKey } from './key-ring.ts'

/** The result of checking a signed path: it may be served, its time is over, or this installation has not signed it. */
export type SignatureVerdict = 'valid' | 'expired' | 'invalid'

/** The longest life of a signed address. A receiver that was down for a week must still be able to use it. */
const MAX_LIFE_SECONDS = 7 * 24 * 3600

/**
 * Signs a path (HMAC-SHA256 with a key for this purpose only). Everybody who has the signed address may read it until it expires.
 *
 * @param path an absolute path of this server, already percent-encoded, without a query.
 * @param times.expires the time at which the address stops working; at most seven days after `now`.
 * @returns the path with `expires`, `key` and `signature` in its query.
 */
export function signPath(ring: KeyRing, path: string, times: { expires: Date; now: Date }): string {
  if (!path.startsWith('/') || /[?#\s]/.test(path)) throw new RangeError('a signed path is absolute and has no query')
  const seconds = Math.floor(times.expires.getTime() / 1000)
  if (seconds > times.now.getTime() / 1000 + MAX_LIFE_SECONDS)
    throw new RangeError('a signed path lives at most 7 days')
  const key = newestKey(ring)
  const signature = sign(deriveKey(key, 'url'), path, seconds).toString('base64url')
  return `${path}?expires=${seconds}&key=${key.id}&signature=${signature}`
}

/** Checks the path and query of a request against {@link signPath}. A path that {@link signPath} did not make is `invalid`. */
export function verifySignedPath(
  ring: KeyRing,
  path: string,
  query: { expires?: unknown; key?: unknown; signature?: unknown },
  now: Date,
): SignatureVerdict {
  const { expires, key: keyId, signature } = query
  if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return 'invalid'
  if (typeof keyId !== 'string' || typeof signature !== 'string') return 'invalid'
  const key = findKey(ring, keyId)
  if (!key) return 'invalid'
  const expected = sign(deriveKey(key, 'url'), path, Number(expires))
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
  return now.getTime() < Number(expires) * 1000 ? 'valid' : 'expired'
}

function sign(key: Buffer, path: string, expires: number): Buffer {
  return createHmac('sha256', key).update(`${expires}\n${path}`).digest()
}
