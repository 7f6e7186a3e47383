import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deriveKey, findKey, type KeyRing, newestKey } from '../crypto/key-ring.ts'
import { isSameSecret, newToken } from '../crypto/tokens.ts'
import { readHostCookie, setHostCookie } from './host-cookie.ts'

const NAME = 'winnow_browser'
/** The longest time that browsers keep a cookie (RFC 6265bis). Each login renews the cookie. */
const LIFE_SECONDS = 400 * 86_400

const signatureOf = (key: Buffer, id: string): string => createHmac('sha256', key).update(id).digest('base64url')

/**
 * Identifies the browser, if somebody has logged in with it before. This grants no rights. The server only counts the requests of a known
 * browser separately from other requests of the same address.
 * @returns a random name; its signature prevents forged names. Undefined without a valid cookie
 */
export function findKnownBrowser(request: FastifyRequest, ring: KeyRing): string | undefined {
  const [keyId = '', id = '', signature = ''] = readHostCookie(request, NAME)?.split('.') ?? []
  const key = findKey(ring, keyId)
  return key && isSameSecret(signature, signatureOf(deriveKey(key, 'browser'), id)) ? id : undefined
}

/** Marks the browser as known. */
export function rememberBrowser(request: FastifyRequest, reply: FastifyReply, ring: KeyRing): void {
  const id = findKnownBrowser(request, ring) ?? newToken(16)
  const key = newestKey(ring)
  const signature = signatureOf(deriveKey(key, 'browser'), id)
  setHostCookie(reply, NAME, `${key.id}.${id}.${signature}`, { maxAge: LIFE_SECONDS })
}
