import { finishSsoTrial, type ReplyOf, SSO_TRIAL_PREFIX, type SsoTrialResult, trySso } from '@winnow/contract'
import { identityEmails } from '@winnow/domain'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { readBrowserSecret } from './browser-secret.ts'
import type { ProviderFailure } from './classify-failure.ts'
import { findConnection } from './connection-queries.ts'
import type { SsoDeps } from './sso-deps.ts'
import { startLogin } from './start-login.ts'
import { identify, takeLogin } from './take-login.ts'

const RESULT: Record<ProviderFailure, SsoTrialResult> = {
  unreachable: 'unreachable',
  misconfigured: 'answer-refused',
  'secret-refused': 'secret-refused',
  'code-refused': 'expired',
  'answer-refused': 'answer-refused',
  'wrong-tenant': 'wrong-tenant',
}

/** A whole login at the provider that opens nothing: what is set up can be tried before anyone depends on it. */
export function registerSsoTrial(register: Register, deps: SsoDeps): void {
  register(trySso, async ({ actor, params, body, request, reply }) => {
    deps.ssoLimits.starts.require(request.ip, deps.clock.now())
    if (actor.userId === null) throw new AppError('FORBIDDEN', 'A trial needs a person')
    const connection = await inSystem(deps.db, (tx) => findConnection(tx, params.id, body.domain))
    if (!connection) throw notFound()
    const purpose = { kind: 'trial' as const, userId: actor.userId }
    return { url: await startLogin(deps, { connection, purpose }, { request, reply }) }
  })

  register(finishSsoTrial, async ({ actor, body, request }) => {
    const browserSecret = readBrowserSecret(request)
    const nothing: ReplyOf<typeof finishSsoTrial> = { result: 'expired', domain: null, emails: [] }
    if (browserSecret === undefined || !body.state.startsWith(SSO_TRIAL_PREFIX)) return nothing
    const started = await takeLogin(deps, { state: body.state, browserSecret, isTrial: true })
    if (!started || started.userId !== actor.userId) return nothing
    const { domain } = started
    const result = await identify(deps, started, { ...body, browserSecret })
    if (!result.ok) return { result: RESULT[result.reason], domain, emails: [] }
    const emails = identityEmails(result.identity.claims)
    const isOfDomain = emails.some((email) => email.endsWith(`@${domain}`))
    return { result: isOfDomain ? ('ok' as const) : ('other-domain' as const), domain, emails }
  })
}
