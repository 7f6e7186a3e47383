import { identityEmails, mailDomainOf, normalizeMailAddress } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import { beyondCompany, inSystem } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { acceptedLanguages, type FindWayIn, type IsPasswordClosed, type RedeemLoginCode } from '../identity/index.ts'
import { connectAccount, findAccountOf, recordRefusal } from './account-of-identity.ts'
import { readBrowserSecret } from './browser-secret.ts'
import { mailConnectLink } from './connect-mails.ts'
import { findOpenConnection } from './connection-queries.ts'
import { failureOf } from './failure-of.ts'
import type { Identity } from './provider.ts'
import type { SsoDeps } from './sso-deps.ts'
import { startLogin } from './start-login.ts'
import { findConnectionOf, identify, type StartedLogin, takeLogin } from './take-login.ts'

/** The interface of single sign-on that the other login methods use. */
export interface SingleSignOn {
  findWayIn: FindWayIn
  isPasswordClosed: IsPasswordClosed
  redeemLoginCode: RedeemLoginCode
  /** Whether an account can (`offered`) or must (`required`) log in through its company's directory. */
  singleSignOnOf: (account: {
    email: string
    companyId: string | undefined
  }) => Promise<'none' | 'offered' | 'required'>
}

/** Mails a link to connect an account to its owner, if an account with one of the e-mails exists. The mails are rate-limited. */
async function offerToConnect(
  deps: SsoDeps,
  started: StartedLogin,
  identity: Identity,
  request: FastifyRequest,
): Promise<void> {
  const now = deps.clock.now()
  const emails = identityEmails(identity.claims).filter((email) => deps.ssoLimits.linksByEmail.take(email, now))
  const browser = acceptedLanguages(request.headers['accept-language'])
  const payload = { companyId: started.companyId, domain: started.domain, emails, browser }
  await inSystem(deps.db, (tx) => deps.queue.enqueue(tx, mailConnectLink, payload))
}

async function admitIdentity(deps: SsoDeps, started: StartedLogin, identity: Identity, request: FastifyRequest) {
  const { companyId, userId, linkHash } = started
  const now = deps.clock.now()
  const origin = { now, address: request.ip, requestId: request.id }
  try {
    if (userId === null || linkHash === null)
      return await inSystem(deps.db, (tx) => findAccountOf(tx, companyId, identity, now))
    const wanted = { companyId, userId, linkHash, identity }
    return await inSystem(deps.db, (tx) => connectAccount(tx, wanted, origin))
  } catch (error) {
    if (error instanceof AppError) {
      const refused = { companyId, userId, identity, reason: error.code }
      await inSystem(deps.db, (tx) => recordRefusal(tx, refused, origin))
    }
    if (error instanceof AppError && error.code === 'SSO_NOT_CONNECTED')
      await offerToConnect(deps, started, identity, request)
    throw error
  }
}

export function createSingleSignOn(deps: SsoDeps): SingleSignOn {
  const singleSignOnOf: SingleSignOn['singleSignOnOf'] = async ({ email, companyId }) => {
    if (!deps.sso.enabled) return 'none'
    const domain = mailDomainOf(normalizeMailAddress(email))
    const connection = await beyondCompany(deps.db, 'single-sign-on', (tx) => findOpenConnection(tx, domain))
    // An account of another company can have an address of this domain. It cannot log in through this directory.
    if (!connection || connection.companyId !== companyId) return 'none'
    return connection.allowPassword ? 'offered' : 'required'
  }
  return {
    singleSignOnOf,
    isPasswordClosed: async (account) => (await singleSignOnOf(account)) === 'required',
    async findWayIn(email, { request, reply, redirect, keepLoggedIn }) {
      const withPassword = { isIDMUser: false, authUrl: null }
      if (!deps.sso.enabled) return withPassword
      const connection = await inSystem(deps.db, (tx) => findOpenConnection(tx, mailDomainOf(email)))
      if (!connection) return withPassword
      const start = { connection, purpose: { kind: 'login' as const }, redirect, keepLoggedIn, loginHint: email }
      try {
        const authUrl = await startLogin(deps, start, { request, reply })
        return { isIDMUser: !connection.allowPassword, authUrl }
      } catch (error) {
        // If passwords are accepted too, users can log in with a password while single sign-on fails.
        if (connection.allowPassword && error instanceof AppError) return withPassword
        throw error
      }
    },
    async redeemLoginCode({ code, state, iss }, request) {
      const browserSecret = readBrowserSecret(request)
      if (!deps.sso.enabled || state === undefined || browserSecret === undefined) return undefined
      const taken = await inSystem(deps.db, async (tx) => {
        const started = await takeLogin(tx, { state, browserSecret, isTrial: false }, deps.clock.now())
        return started && { started, connection: await findConnectionOf(tx, started) }
      })
      if (!taken) return undefined
      const { started, connection } = taken
      if (!connection) throw failureOf('code-refused')
      const result = await identify(deps, connection, { code, state, iss, browserSecret })
      if (!result.ok) throw failureOf(result.reason)
      const account = await admitIdentity(deps, started, result.identity, request)
      return { account, keepLoggedIn: started.keepLoggedIn, redirectTo: started.redirect }
    },
  }
}
