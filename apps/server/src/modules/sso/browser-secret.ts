import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../../platform/crypto/tokens.ts'
import { readHostCookie, setHostCookie } from '../../platform/http/host-cookie.ts'
import type { LoginSecrets } from './provider.ts'

/** How long somebody may take at the provider. */
export const LOGIN_MINUTES = 15

const COOKIE = 'winnow_sso'

/** The secret that ties logins under way to this browser: whoever brings the answer must be who asked. */
export function readBrowserSecret(request: FastifyRequest): string | undefined {
  const value = readHostCookie(request, COOKIE)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The browser's secret, made when there is none. One serves several tabs. */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = readBrowserSecret(request) ?? newToken()
  setHostCookie(reply, COOKIE, secret, { maxAge: LOGIN_MINUTES * 60 })
  return secret
}

/**
 * Nonce and code verifier of a login follow from its state and the browser's secret: the database, which knows neither, has nothing
 * that would finish somebody's login.
 */
export function loginSecrets(browserSecret: string, state: string): LoginSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', browserSecret).update(`${purpose}:${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), codeVerifier: derive('verifier') }
}
