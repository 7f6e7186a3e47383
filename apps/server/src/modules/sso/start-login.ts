import type { FastifyReply, FastifyRequest } from 'fastify'
import { SSO_TRIAL_PREFIX } from '@winnow/contract'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import { keepBrowserSecret, LOGIN_MINUTES, loginSecrets } from './browser-secret.ts'
import { applicationOf, type Connection } from './connection-queries.ts'
import { failureOf } from './failure-of.ts'
import type { SsoDeps } from './sso-deps.ts'

/** The purpose of a login at the provider: logging in, connecting an account by a link, or an administrator's trial. */
export type Purpose =
  | { kind: 'login' }
  | { kind: 'connect'; userId: string; linkHash: string }
  | { kind: 'trial'; userId: string }

export interface LoginStart {
  connection: Connection
  purpose: Purpose
  keepLoggedIn?: boolean | undefined
  redirect?: string | undefined
  /** The user name that the provider suggests on its login page. */
  loginHint?: string | undefined
}

export const redirectUriOf = ({ publicUrl }: Pick<SsoDeps, 'publicUrl'>): string => `${publicUrl()}/auth/redirect`

/** A login in progress, as it is stored. */
export interface LoginRow {
  state_hash: string
  browser_hash: string
  company_id: string
  domain: string
  purpose: string
  user_id: string | null
  link_hash: string | null
  keep_logged_in: boolean
  redirect: string | null
  expires_at: Date
}

/**
 * Prepares a login with the provider.
 * @returns the provider's address for the browser, and the row to store
 * @throws AppError SSO_UNREACHABLE, SSO_MISCONFIGURED
 */
export async function findProvider(
  deps: SsoDeps,
  start: LoginStart,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ url: string; row: LoginRow }> {
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
  const row = {
    state_hash: hashToken(state),
    browser_hash: hashToken(browserSecret),
    company_id: connection.companyId,
    domain: connection.domain,
    purpose: purpose.kind,
    user_id: purpose.kind === 'login' ? null : purpose.userId,
    link_hash: purpose.kind === 'connect' ? purpose.linkHash : null,
    keep_logged_in: start.keepLoggedIn ?? false,
    redirect: start.redirect ?? null,
    expires_at: new Date(deps.clock.now().getTime() + LOGIN_MINUTES * 60_000),
  }
  return { url: answer.url, row }
}

/** Stores a login in progress. */
export async function rememberLogin(tx: Tx, row: LoginRow): Promise<void> {
  await tx.insertInto('sso_login').values(row).execute()
}

/** Starts a login at the provider and stores it. */
export async function startLogin(
  deps: SsoDeps,
  start: LoginStart,
  by: Parameters<typeof findProvider>[2],
): Promise<string> {
  const { url, row } = await findProvider(deps, start, by)
  await inTenant(deps.db, row.company_id, (tx) => rememberLogin(tx, row))
  return url
}
