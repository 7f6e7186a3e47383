import { z } from 'zod'
import { keepLoggedInFlag, ssoRedirect } from './auth.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery, success } from './values.ts'

/** A domain of e-mail addresses, e.g. `example.com`. */
const mailDomain = z.string().trim().toLowerCase().min(1).max(253)

/** Maximum number of e-mail domains for which one company can use single sign-on. */
export const MAX_SSO_DOMAINS = 20

export const ssoDomain = z.object({
  domain: z.string(),
  /** The directory (Entra ID: tenant) in which users with this domain log in. */
  tenantId: id,
  /** Whether the provider has confirmed that the domain belongs to the company. Until then, no login is redirected to the directory. */
  confirmed: z.boolean(),
})
export type SsoDomain = z.output<typeof ssoDomain>

/** Single sign-on settings of a company. The client secret can be set but is never returned. */
export const ssoSettings = z.object({
  enabled: z.boolean(),
  /** Whether accounts with these domains may also log in with their password. */
  allowPassword: z.boolean(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  domains: z.array(ssoDomain),
  /** The redirect URI to enter where the application is registered. */
  redirectUri: z.string(),
  /** Number of accounts that are connected to a user of the directory. */
  connectedCount: z.number().int(),
})
export type SsoSettings = z.output<typeof ssoSettings>

const company = [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }] as const

export const getSsoUrl = operation({
  id: 'sso.url',
  method: 'GET',
  path: '/sso/url/aad',
  summary: 'The identity provider’s login address for an e-mail domain, with the page to open afterwards',
  tag: 'Single sign-on',
  scope: 'public',
  query: z.object({
    /** Optional if only one domain has single sign-on. */
    domain: mailDomain.optional(),
    redirect: ssoRedirect.optional(),
    keepLoggedIn: keepLoggedInFlag.optional(),
  }),
  reply: z.object({ url: z.string() }),
  errors: ['NOT_FOUND', 'SSO_MISCONFIGURED', 'SSO_UNREACHABLE', 'RATE_LIMITED'],
})

/** The token is sent in the body, because addresses are written to logs. */
export const startSsoConnect = operation({
  id: 'sso.connect',
  method: 'POST',
  path: '/v1/sso/connect',
  summary: 'Connect an account with an identity of its directory, with the token of an invitation or of a mailed link',
  tag: 'Single sign-on',
  scope: 'public',
  body: z.object({ token: z.string().min(1).max(200) }),
  reply: z.object({ url: z.string(), email: z.string(), companyName: z.string() }),
  errors: ['LINK_INVALID', 'SSO_MISCONFIGURED', 'SSO_UNREACHABLE', 'RATE_LIMITED'],
})

export const getSso = operation({
  id: 'sso.get',
  method: 'GET',
  path: '/v1/company/:id/sso',
  summary: 'The single sign-on settings of a company',
  tag: 'Single sign-on',
  scope: company,
  permission: 'company.write',
  params: idParams,
  reply: ssoSettings,
})

export const saveSso = operation({
  id: 'sso.save',
  method: 'PUT',
  path: '/v1/company/:id/sso',
  summary: 'Configure the single sign-on of a company. Without a client secret the stored one stays',
  tag: 'Single sign-on',
  scope: company,
  permission: 'company.write',
  params: idParams,
  body: z.object({
    enabled: z.boolean(),
    allowPassword: z.boolean(),
    clientId: z.string().trim().min(1).max(200),
    clientSecret: z.string().trim().min(1).max(1000).optional(),
    domains: z
      .array(z.object({ domain: mailDomain, tenantId: z.uuid() }))
      .min(1)
      .max(MAX_SSO_DOMAINS),
  }),
  reply: ssoSettings,
})

export const deleteSso = operation({
  id: 'sso.delete',
  method: 'DELETE',
  path: '/v1/company/:id/sso',
  summary: 'Remove the single sign-on of a company with its secret. Its connected accounts are disconnected',
  tag: 'Single sign-on',
  scope: company,
  permission: 'company.write',
  params: idParams,
  reply: success,
})

export const trySso = operation({
  id: 'sso.try',
  method: 'POST',
  path: '/v1/company/:id/sso/trial',
  summary: 'Start a trial login at the returned address. It opens no session and its result is stored',
  tag: 'Single sign-on',
  scope: company,
  permission: 'company.write',
  unaudited: 'a trial opens nothing',
  params: idParams,
  body: z.object({ domain: mailDomain }),
  reply: z.object({ url: z.string() }),
  errors: ['NOT_FOUND', 'SSO_MISCONFIGURED', 'SSO_UNREACHABLE', 'RATE_LIMITED'],
})

/** Prefix of the OAuth `state` of a trial. The page to which the provider redirects the browser recognises a trial by this prefix. */
export const SSO_TRIAL_PREFIX = 'try.'

/** `other-domain`: the login works, but the directory returned no e-mail address of the domain under test. */
export const SSO_TRIAL_RESULTS = [
  'ok',
  'other-domain',
  'secret-refused',
  'wrong-tenant',
  'answer-refused',
  'unreachable',
  'expired',
] as const
export type SsoTrialResult = (typeof SSO_TRIAL_RESULTS)[number]

export const finishSsoTrial = operation({
  id: 'sso.finishTrial',
  method: 'POST',
  path: '/v1/sso/trial',
  summary: 'The result of the caller’s trial login',
  tag: 'Single sign-on',
  scope: 'self',
  permission: 'company.write',
  unaudited: 'a trial opens nothing',
  body: z.object({
    code: z.string().min(1).max(4096),
    state: z.string().min(1).max(200),
    iss: z.string().max(500).optional(),
  }),
  reply: z.object({
    result: z.enum(SSO_TRIAL_RESULTS),
    domain: z.string().nullable(),
    /** The e-mail addresses that the directory returned for the user who logged in. */
    emails: z.array(z.string()),
  }),
})

/** The columns by which connected accounts can be sorted. Missing values come last. */
export const SSO_IDENTITY_SORTS = ['name', 'email', 'used'] as const

export const listSsoIdentities = operation({
  id: 'sso.identities',
  method: 'GET',
  path: '/v1/company/:id/sso/identity',
  summary: 'The connected accounts of a company, by name unless `sort` says otherwise',
  tag: 'Single sign-on',
  scope: company,
  permission: 'users.manage',
  params: idParams,
  query: z.object({
    ...pageQuery({ usual: 20, most: 100, sort: SSO_IDENTITY_SORTS }),
  }),
  reply: paged(
    z.object({ userId: id, name: z.string(), email: z.string(), connectedAt: isoTime, lastUsedAt: isoTime.nullable() }),
  ),
})

export const disconnectSso = operation({
  id: 'sso.disconnect',
  method: 'DELETE',
  path: '/v1/user/:id/sso',
  summary:
    'Disconnect an account from its directory identity, for example after the person got a new one there. Ends its sessions',
  tag: 'Single sign-on',
  scope: [{ in: 'path', at: 'id', kind: 'user', anyCompany: true }],
  permission: 'users.manage',
  params: idParams,
  reply: success,
  errors: ['FORBIDDEN'],
})

export const listSsoDomains = operation({
  id: 'sso.domains',
  method: 'GET',
  path: '/v1/sso/domain',
  summary: 'E-mail domains that companies entered, unconfirmed ones first. For provider users',
  tag: 'Single sign-on',
  scope: 'self',
  permission: 'companies.manage',
  reply: z.array(ssoDomain.extend({ companyId: id, companyName: z.string() })),
})

export const confirmSsoDomain = operation({
  id: 'sso.confirmDomain',
  method: 'PUT',
  path: '/v1/company/:id/sso/domain',
  summary: 'Confirm that a domain belongs to the company, or revoke that',
  tag: 'Single sign-on',
  scope: company,
  permission: 'companies.manage',
  params: idParams,
  body: z.object({ domain: mailDomain, confirmed: z.boolean() }),
  reply: ssoDomain,
  errors: ['NOT_FOUND', 'DOMAIN_TAKEN'],
})
