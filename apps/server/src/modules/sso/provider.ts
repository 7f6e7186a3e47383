import type { Guard } from '@winnow/delivery'
import * as oidc from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { classifyFailure, type ProviderFailure } from './classify-failure.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

/** The registration of the console as an application in a directory. */
export interface Application {
  tenantId: string
  clientId: string
  clientSecret: string
}

/** The authenticated user, from the directory's signed ID token. */
export interface Identity {
  issuer: string
  tenantId: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

/** Secrets of one login. Only the browser that started the login, Winnow's server and the provider know them. */
export interface LoginSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

type Failed = { ok: false; reason: ProviderFailure; detail: string }

/** Logins with a directory by OpenID Connect: code flow with PKCE, state and nonce. Failures are returned, not thrown. */
export interface SsoProvider {
  /** The address to which the browser goes to log in. */
  authorizationUrl(
    application: Application,
    login: LoginSecrets & { redirectUri: string; loginHint?: string | undefined },
  ): Promise<{ ok: true; url: string } | Failed>
  /** Exchanges the authorization code, and checks the ID token: signature, issuer, audience, time, nonce, tenant. */
  exchange(
    application: Application,
    login: LoginSecrets & { redirectUri: string; code: string; iss?: string | undefined },
  ): Promise<{ ok: true; identity: Identity } | Failed>
}

/** The time for which a directory's metadata is cached, and the number of directories in the cache. */
const FRESH_MS = 3_600_000
const REMEMBERED = 200
const TIMEOUT_SECONDS = 10
const SCOPE = 'openid profile email'

/** @param deps.authority base address of all issuers; the issuer of a tenant is `<authority>/<tenant>/v2.0` */
export function createSsoProvider(deps: { authority: string; guard: Guard; clock: Clock }): SsoProvider {
  const known = new Map<string, { config: oidc.Configuration; at: number }>()
  const guardedFetch = createGuardedFetch(deps.guard, TIMEOUT_SECONDS * 1000)
  const isPlain = deps.authority.startsWith('http:')

  async function discover({ tenantId, clientId, clientSecret }: Application): Promise<oidc.Configuration> {
    const issuer = `${deps.authority}/${tenantId}/v2.0`
    const config = await oidc.discovery(new URL(issuer), clientId, {}, oidc.ClientSecretPost(clientSecret), {
      [oidc.customFetch]: guardedFetch,
      timeout: TIMEOUT_SECONDS,
      // Plain HTTP is possible only for a provider on the same machine, since the settings allow no other address without TLS.
      ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}),
    })
    // For Entra ID the library would accept the issuer of any tenant.
    if (config.serverMetadata().issuer !== issuer) throw new TypeError('another issuer answered')
    // Makes the library check the signature of ID tokens too, instead of relying on TLS alone.
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  async function configOf(application: Application): Promise<oidc.Configuration> {
    const key = hashToken(JSON.stringify([application.tenantId, application.clientId, application.clientSecret]))
    const now = deps.clock.now().getTime()
    const found = known.get(key)
    if (found && now - found.at < FRESH_MS) return found.config
    const config = await discover(application)
    known.delete(key)
    known.set(key, { config, at: now })
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? '')
    return config
  }

  return {
    async authorizationUrl(application, login) {
      try {
        const config = await configOf(application)
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: login.redirectUri,
          scope: SCOPE,
          response_mode: 'query',
          state: login.state,
          nonce: login.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(login.codeVerifier),
          code_challenge_method: 'S256',
          // Without a login hint, the directory must ask for the account. It would otherwise use the last one, even on a shared computer.
          ...(login.loginHint === undefined ? { prompt: 'select_account' } : { login_hint: login.loginHint }),
        })
        return { ok: true, url: url.href }
      } catch (error) {
        return { ok: false, ...classifyFailure(error, 'misconfigured') }
      }
    },
    async exchange(application, { redirectUri, code, iss, state, nonce, codeVerifier }) {
      try {
        const config = await configOf(application)
        const answer = new URL(redirectUri)
        answer.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
        const tokens = await oidc.authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) return { ok: false, reason: 'answer-refused', detail: 'no ID token' }
        if (claims['tid'] !== application.tenantId)
          return { ok: false, reason: 'wrong-tenant', detail: 'the token is of another tenant' }
        const { tenantId } = application
        return { ok: true, identity: { issuer: claims.iss, tenantId, subject: claims.sub, claims } }
      } catch (error) {
        return { ok: false, ...classifyFailure(error, 'answer-refused') }
      }
    },
  }
}
