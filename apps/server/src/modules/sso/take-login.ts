import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { loginSecrets } from './browser-secret.ts'
import type { ProviderFailure } from './classify-failure.ts'
import { applicationOf, type Connection, findConnection, findOpenConnection } from './connection-queries.ts'
import type { Identity } from './provider.ts'
import type { SsoDeps } from './sso-deps.ts'
import { redirectUriOf } from './start-login.ts'

/** The provider's answer. The browser brings it when the provider redirects back to the console. */
export interface ProviderAnswer {
  code: string
  state: string
  iss?: string | undefined
}

export interface StartedLogin {
  purpose: string
  companyId: string
  domain: string
  userId: string | null
  linkHash: string | null
  keepLoggedIn: boolean
  redirect: string | null
}

/** Removes a login in progress and returns it. This works only once, in time, and for the browser that started the login. */
export async function takeLogin(
  tx: Tx,
  { state, browserSecret, isTrial }: { state: string; browserSecret: string; isTrial: boolean },
  now: Date,
): Promise<StartedLogin | undefined> {
  return tx
    .deleteFrom('sso_login')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browserSecret))
    .where('purpose', isTrial ? '=' : '!=', 'trial')
    .where('expires_at', '>', now)
    .returning([
      'purpose',
      'company_id as companyId',
      'domain',
      'user_id as userId',
      'link_hash as linkHash',
      'keep_logged_in as keepLoggedIn',
      'redirect',
    ])
    .executeTakeFirst()
}

/** Finds the connection of a login in progress. If the connection was switched off meanwhile, it is found only for a trial. */
export async function findConnectionOf(tx: Tx, started: StartedLogin): Promise<Connection | undefined> {
  if (started.purpose === 'trial') return findConnection(tx, started.companyId, started.domain)
  const open = await findOpenConnection(tx, started.domain)
  return open?.companyId === started.companyId ? open : undefined
}

/** Exchanges the code for an identity. */
export async function identify(
  deps: SsoDeps,
  connection: Connection,
  answer: ProviderAnswer & { browserSecret: string },
): Promise<{ ok: true; identity: Identity } | { ok: false; reason: ProviderFailure }> {
  const result = await deps.ssoProvider.exchange(applicationOf(deps.keys, connection), {
    ...loginSecrets(answer.browserSecret, answer.state),
    redirectUri: redirectUriOf(deps),
    code: answer.code,
    iss: answer.iss,
  })
  if (result.ok) return { ok: true, identity: result.identity }
  deps.log.warn({ companyId: connection.companyId, reason: result.reason, detail: result.detail }, 'no single sign-on')
  return { ok: false, reason: result.reason }
}
