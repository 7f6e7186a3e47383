import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { LoginSecrets } from './provider.ts'

/** How long somebody may take at the provider. */
export const LOGIN_MINUTES = 15

/** Over TLS the prefix keeps neighbours on other subdomains from planting a cookie of theirs. */
const nameOf = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? '__Host-winnow_sso' : 'winnow_sso')

/** The secret that ties logins under way to this browser: whoever brings the answer must be who asked. */
export function readBrowserSecret(request: FastifyRequest): string | undefined {
  const value = request.cookies[nameOf(request)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The browser's secret, made when there is none. One serves several tabs. */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = readBrowserSecret(request) ?? newToken()
  void reply.setCookie(nameOf(request), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: LOGIN_MINUTES * 60,
  })
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
