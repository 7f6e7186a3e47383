import { createHmac } from 'node:crypto'
import { deriveKey, findKey, type KeyRing, type MasterKey, newestKey } from '../../platform/crypto/key-ring.ts'
import { isSameSecret } from '../../platform/crypto/tokens.ts'

const signatureOf = (key: MasterKey, text: string): string =>
  createHmac('sha256', deriveKey(key, 'alarm-link')).update(text).digest('base64url')

/** The token of a link: random bits and its end, signed by this installation (HMAC-SHA256 with a key for this purpose only). */
export function signLinkToken(ring: KeyRing, secret: string, expires: Date): string {
  const key = newestKey(ring)
  const text = `${secret}.${Math.floor(expires.getTime() / 1000)}.${key.id}`
  return `${text}.${signatureOf(key, text)}`
}

/** Whether this installation has signed the token, and the end that it names has not passed. Asks no database. */
export function isSignedLinkToken(ring: KeyRing, token: string, now: Date): boolean {
  const [secret, expires = '', keyId = '', signature = '', ...more] = token.split('.')
  const key = findKey(ring, keyId)
  if (!key || more.length > 0 || !/^\d{1,12}$/.test(expires)) return false
  const isOurs = isSameSecret(signature, signatureOf(key, `${secret}.${expires}.${keyId}`))
  return isOurs && now.getTime() < Number(expires) * 1000
}
