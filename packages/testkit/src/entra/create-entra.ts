import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'

/** A user of a directory. */
export interface EntraPerson {
  /** The login that the user types on the sign-in page. */
  login: string
  subject: string
  /** The claims of the user's ID token, such as `email` and `preferred_username`. */
  claims: Readonly<Record<string, unknown>>
}

export interface EntraTenant {
  tenantId: string
  people: readonly EntraPerson[]
  /** The `tid` in the tokens of this directory, if it differs from the id of the directory. */
  tid?: string
}

/**
 * OpenID providers that behave like Entra ID: each tenant has its own issuer, whose ID tokens contain `tid`. They run on
 * this machine and are called over real HTTP.
 */
export interface Entra {
  /** The address to use instead of https://login.microsoftonline.com. */
  authority: string
  /** Registers an application in all directories. It replaces the application that was registered before. */
  register(application: EntraApplication): void
  close(): Promise<void>
}

export interface EntraApplication {
  clientId: string
  clientSecret: string
  redirectUri: string
}

function configurationOf(tenant: EntraTenant, application: EntraApplication): Configuration {
  return {
    clients: [
      {
        client_id: application.clientId,
        client_secret: application.clientSecret,
        redirect_uris: [application.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    cookies: { keys: ['entra of the tests'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'tid'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['name', 'preferred_username'],
    },
    findAccount(_context, login) {
      const person = tenant.people.find((one) => one.login === login)
      if (!person) return undefined
      const claims = { ...person.claims, sub: person.subject, tid: tenant.tid ?? tenant.tenantId }
      return { accountId: login, claims: async () => claims }
    },
    // The administrator has consented, so users are not asked.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

type Mounted = IncomingMessage & { originalUrl?: string }

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
    })
  })

/** Starts the directories. Their sign-in page asks for a login and accepts every password. */
export async function createEntra(tenants: readonly EntraTenant[]): Promise<Entra> {
  const handlers = new Map<string, ReturnType<Provider['callback']>>()
  const server = createServer((request: Mounted, response) => {
    const [, tenantId = ''] = request.url?.split('/') ?? []
    const handle = handlers.get(tenantId)
    if (!handle) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_tenant"}')
      return
    }
    // Entra ID would offer the known accounts. This provider does not support that and asks for the login.
    request.originalUrl = (request.url ?? '').replace('prompt=select_account', 'prompt=login')
    // The provider derives its mount path from the difference between the two addresses.
    request.url = request.originalUrl.slice(`/${tenantId}/v2.0`.length) || '/'
    void handle(request, response)
  })
  const authority = `http://127.0.0.1:${await listen(server)}`
  return {
    authority,
    register(application) {
      for (const tenant of tenants) {
        const provider = new Provider(`${authority}/${tenant.tenantId}/v2.0`, configurationOf(tenant, application))
        handlers.set(tenant.tenantId, provider.callback())
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
