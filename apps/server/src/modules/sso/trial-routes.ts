import { finishSsoTrial, SSO_TRIAL_PREFIX, type SsoTrialResult, trySso } from '@winnow/contract'
import { identityEmails } from '@winnow/domain'
import { askBeyond } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { readBrowserSecret } from './browser-secret.ts'
import type { ProviderFailure } from './classify-failure.ts'
import { findConnection } from './connection-queries.ts'
import type { SsoDeps } from './sso-deps.ts'
import { findProvider, rememberLogin } from './start-login.ts'
import { findConnectionOf, identify, takeLogin } from './take-login.ts'

const RESULT: Record<ProviderFailure, SsoTrialResult> = {
  unreachable: 'unreachable',
  misconfigured: 'answer-refused',
  'secret-refused': 'secret-refused',
  'code-refused': 'expired',
  'answer-refused': 'answer-refused',
  'wrong-tenant': 'wrong-tenant',
}

/** Runs a complete login at the provider without opening a session, so that the settings can be tried before users need them. */
export function registerSsoTrial(register: Register, deps: SsoDeps): void {
  register.write(trySso, {
    async prepare({ actor, params, body, now, request, reply, read }) {
      deps.ssoLimits.starts.require(request.ip, now)
      if (actor.userId === null) throw new AppError('FORBIDDEN', 'A trial needs a person')
      const connection = await read((tx) => findConnection(tx, params.id, body.domain))
      if (!connection) throw notFound()
      const purpose = { kind: 'trial' as const, userId: actor.userId }
      return findProvider(deps, { connection, purpose }, { request, reply })
    },
    async change({ tx, prepared: { url, row } }) {
      await rememberLogin(tx, row)
      return { url }
    },
  })

  register.write(finishSsoTrial, {
    prepare: async ({ request }) => readBrowserSecret(request),
    async change({ tx, actor, body: { state }, now, prepared: browserSecret }) {
      if (browserSecret === undefined || !state.startsWith(SSO_TRIAL_PREFIX)) return undefined
      // Users of the provider can try the directories of all companies, so the login may belong to another company.
      return askBeyond(tx, 'single-sign-on', async () => {
        const started = await takeLogin(tx, { state, browserSecret, isTrial: true }, now)
        if (!started || started.userId !== actor.userId) return undefined
        return { browserSecret, domain: started.domain, connection: await findConnectionOf(tx, started) }
      })
    },
    async reply({ body, result: taken }) {
      if (!taken) return { result: 'expired' as const, domain: null, emails: [] }
      const { domain, connection, browserSecret } = taken
      if (!connection) return { result: RESULT['code-refused'], domain, emails: [] }
      const result = await identify(deps, connection, { ...body, browserSecret })
      if (!result.ok) return { result: RESULT[result.reason], domain, emails: [] }
      const emails = identityEmails(result.identity.claims)
      const isOfDomain = emails.some((email) => email.endsWith(`@${domain}`))
      return { result: isOfDomain ? ('ok' as const) : ('other-domain' as const), domain, emails }
    },
  })
}
