import { getSsoUrl, startSsoConnect } from '@winnow/contract'
import { mailDomainOf, normalizeMailAddress } from '@winnow/domain'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { findLinkedAccount } from './connect-links.ts'
import { findOnlyConnection, findOpenConnection } from './connection-queries.ts'
import type { SsoDeps } from './sso-deps.ts'
import { startLogin } from './start-login.ts'

const linkInvalid = () =>
  new AppError('LINK_INVALID', 'This link is wrong, too old or was used already. Ask for a new one.')

/** Operations for callers without a session. */
export function registerSsoStart(register: Register, deps: SsoDeps): void {
  register(getSsoUrl, async ({ query, request, reply }) => {
    deps.ssoLimits.starts.require(request.ip, deps.clock.now())
    const { domain, redirect, keepLoggedIn } = query
    const connection = deps.sso.enabled
      ? await inSystem(deps.db, (tx) =>
          domain === undefined ? findOnlyConnection(tx) : findOpenConnection(tx, domain),
        )
      : undefined
    if (!connection) throw notFound()
    const start = { connection, purpose: { kind: 'login' as const }, redirect, keepLoggedIn }
    return { url: await startLogin(deps, start, { request, reply }) }
  })

  register(startSsoConnect, async ({ body, request, reply }) => {
    deps.ssoLimits.starts.require(request.ip, deps.clock.now())
    const found = await inSystem(deps.db, async (tx) => {
      const account = await findLinkedAccount(tx, body.token, deps.clock.now())
      const connection = account && (await findOpenConnection(tx, mailDomainOf(normalizeMailAddress(account.email))))
      return connection?.companyId === account?.companyId && account && connection ? { account, connection } : undefined
    })
    if (!found || !deps.sso.enabled) throw linkInvalid()
    const { account, connection } = found
    const purpose = { kind: 'connect' as const, userId: account.userId, linkHash: hashToken(body.token) }
    const url = await startLogin(deps, { connection, purpose, loginHint: account.email }, { request, reply })
    return { url, email: account.email, companyName: account.companyName }
  })
}
