import type { FastifyReply, FastifyRequest } from 'fastify'
import { SSO_TRIAL_PREFIX } from '@winnow/contract'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { keepBrowserSecret, LOGIN_MINUTES, loginSecrets } from './browser-secret.ts'
import { applicationOf, type Connection } from './connection-queries.ts'
import { failureOf } from './failure-of.ts'
import type { SsoDeps } from './sso-deps.ts'

/** What a login at the provider is for: getting in, connecting an account by a link, or a trial of an administrator. */
export type Purpose =
  | { kind: 'login' }
  | { kind: 'connect'; userId: string; linkHash: string }
  | { kind: 'trial'; userId: string }

export interface LoginStart {
  connection: Connection
  purpose: Purpose
  keepLoggedIn?: boolean | undefined
  redirect?: string | undefined
  /** Whom the provider should ask for. */
  loginHint?: string | undefined
}

export const redirectUriOf = ({ publicUrl }: Pick<SsoDeps, 'publicUrl'>): string => `${publicUrl()}/auth/redirect`

/**
 * Begins a login and remembers what it is for.
 * @returns the provider's address for the browser to go to
 * @throws AppError SSO_UNREACHABLE, SSO_MISCONFIGURED
 */
export async function startLogin(
  deps: SsoDeps,
  start: LoginStart,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string> {
  const { connection, purpose } = start
  const browserSecret = keepBrowserSecret(request, reply)
  const state = `${purpose.kind === 'trial' ? SSO_TRIAL_PREFIX : ''}${newToken()}`
  const answer = await deps.ssoProvider.authorizationUrl(applicationOf(deps.keys, connection), {
    ...loginSecrets(browserSecret, state),
    redirectUri: redirectUriOf(deps),
    loginHint: start.loginHint,
  })
  if (!answer.ok) {
    deps.log.warn(
      { companyId: connection.companyId, reason: answer.reason, detail: answer.detail },
      'no single sign-on',
    )
    throw failureOf(answer.reason)
  }
  const now = deps.clock.now()
  await inSystem(deps.db, (tx) =>
    tx
      .insertInto('sso_login')
      .values({
        state_hash: hashToken(state),
        browser_hash: hashToken(browserSecret),
        company_id: connection.companyId,
        domain: connection.domain,
        purpose: purpose.kind,
        user_id: purpose.kind === 'login' ? null : purpose.userId,
        link_hash: purpose.kind === 'connect' ? purpose.linkHash : null,
        keep_logged_in: start.keepLoggedIn ?? false,
        redirect: start.redirect ?? null,
        expires_at: new Date(now.getTime() + LOGIN_MINUTES * 60_000),
      })
      .execute(),
  )
  return answer.url
}
