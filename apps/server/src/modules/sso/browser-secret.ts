import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../../platform/crypto/tokens.ts'
import { readHostCookie, setHostCookie } from '../../platform/http/host-cookie.ts'
import type { LoginSecrets } from './provider.ts'

/** The number of minutes that a login at the provider may take. */
export const LOGIN_MINUTES = 15

const COOKIE = 'winnow_sso'

/** The secret that ties logins in progress to this browser, so that only the browser that started one can finish it. */
export function readBrowserSecret(request: FastifyRequest): string | undefined {
  const value = readHostCookie(request, COOKIE)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Returns the browser's secret, and creates it if the browser has none. All tabs share it. */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = readBrowserSecret(request) ?? newToken()
  setHostCookie(reply, COOKIE, secret, { maxAge: LOGIN_MINUTES * 60 })
  return secret
}

/**
 * The state of a login, with the nonce and the code verifier, which are derived from the state and the browser's secret. The database
 * contains neither nonce nor verifier, so somebody who reads the database cannot finish a login.
 */
export function loginSecrets(browserSecret: string, state: string): LoginSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('verifier') }
}
