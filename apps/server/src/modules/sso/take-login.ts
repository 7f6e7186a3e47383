import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { loginSecrets } from './browser-secret.ts'
import type { ProviderFailure } from './classify-failure.ts'
import { applicationOf, type Connection, findConnection, findOpenConnection } from './connection-queries.ts'
import type { Identity } from './provider.ts'
import type { SsoDeps } from './sso-deps.ts'
import { redirectUriOf } from './start-login.ts'

/** What the provider sent the browser back with. */
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

/** Takes a login under way, which can be finished once only: by the browser that started it, in time. */
export async function takeLogin(
  deps: SsoDeps,
  { state, browserSecret, isTrial }: { state: string; browserSecret: string; isTrial: boolean },
): Promise<StartedLogin | undefined> {
  return inSystem(deps.db, (tx) =>
    tx
      .deleteFrom('sso_login')
      .where('state_hash', '=', hashToken(state))
      .where('browser_hash', '=', hashToken(browserSecret))
      .where('purpose', isTrial ? '=' : '!=', 'trial')
      .where('expires_at', '>', deps.clock.now())
      .returning([
        'purpose',
        'company_id as companyId',
        'domain',
        'user_id as userId',
        'link_hash as linkHash',
        'keep_logged_in as keepLoggedIn',
        'redirect',
      ])
      .executeTakeFirst(),
  )
}

/** Asks the directory who it was. A connection that was switched off meanwhile lets nobody in, but can be tried. */
export async function identify(
  deps: SsoDeps,
  started: StartedLogin,
  answer: ProviderAnswer & { browserSecret: string },
): Promise<{ ok: true; identity: Identity; connection: Connection } | { ok: false; reason: ProviderFailure }> {
  const connection = await inSystem(deps.db, async (tx) => {
    if (started.purpose === 'trial') return findConnection(tx, started.companyId, started.domain)
    const open = await findOpenConnection(tx, started.domain)
    return open?.companyId === started.companyId ? open : undefined
  })
  if (!connection) return { ok: false, reason: 'code-refused' }
  const result = await deps.ssoProvider.exchange(applicationOf(deps.keys, connection), {
    ...loginSecrets(answer.browserSecret, answer.state),
    redirectUri: redirectUriOf(deps),
    code: answer.code,
    iss: answer.iss,
  })
  if (result.ok) return { ok: true, identity: result.identity, connection }
  deps.log.warn({ companyId: connection.companyId, reason: result.reason, detail: result.detail }, 'no single sign-on')
  return { ok: false, reason: result.reason }
}
