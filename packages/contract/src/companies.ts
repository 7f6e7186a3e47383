import { z } from 'zod'
import { currentUser } from './auth.ts'
import { COMPANY_THEMES, companyUnlocks, maskConfig } from './company-values.ts'
import { operation } from './operation.ts'
import { changedName, id, idParams, isoTime, name, paged, pageQuery, success, timezone } from './values.ts'

/** A label of a host name. It precedes the product's own domain. */
const subdomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, { message: 'invalid format' })

export const company = z.object({
  id,
  name: z.string(),
  kind: z.enum(['provider', 'customer']),
  theme: z.enum(COMPANY_THEMES),
  subdomain: z.string().nullable(),
  /** Address of the logo by size in pixels; null if there is no logo. */
  logo: z.object({ 512: z.string() }).nullable(),
  unlocks: companyUnlocks,
  defaultSiteTimezone: z.string(),
  maskConfig,
  maskConfigDefault: maskConfig,
  /** Hours without a signal after which a site is idle. */
  siteIdleHours: z.number().int(),
  /** How many cameras may be read by RTSP; null: as many as there are. */
  rtspCameras: z.number().int().nullable(),
  suspended: z.boolean(),
  createdAt: isoTime,
})
export type Company = z.output<typeof company>

export const companyRow = company
  .pick({ id: true, name: true, kind: true, theme: true, subdomain: true, suspended: true, createdAt: true })
  .extend({ userCount: z.number().int(), siteCount: z.number().int(), viewCount: z.number().int() })
export type CompanyRow = z.output<typeof companyRow>

const anyCompany = [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }] as const

/** The columns by which companies can be sorted. Missing values come last. */
export const COMPANY_SORTS = ['name', 'status', 'subdomain', 'users', 'sites', 'cameras'] as const

export const listCompanies = operation({
  id: 'companies.list',
  method: 'GET',
  path: '/company',
  summary: 'All companies, by name unless `sort` says otherwise, for those who run the installation',
  tag: 'Companies',
  scope: 'self',
  permission: 'companies.manage',
  query: z.object({
    search: z.string().trim().max(100).optional(),
    ...pageQuery({ usual: 50, most: 200, sort: COMPANY_SORTS }),
  }),
  reply: paged(companyRow),
})

export const createCompany = operation({
  id: 'companies.create',
  method: 'POST',
  path: '/company',
  summary: 'Create a company',
  tag: 'Companies',
  scope: 'self',
  permission: 'companies.manage',
  body: z.object({
    name,
    theme: z.enum(COMPANY_THEMES).default('default'),
    subdomain: subdomain.nullable().default(null),
    defaultSiteTimezone: timezone.optional(),
  }),
  reply: company,
  errors: ['NAME_TAKEN'],
})

export const getCompany = operation({
  id: 'companies.get',
  method: 'GET',
  path: '/company/:id',
  summary: 'A company with its settings and the features that are open to it',
  tag: 'Companies',
  scope: anyCompany,
  permission: 'company.read',
  params: idParams,
  reply: company,
})

export const updateCompany = operation({
  id: 'companies.update',
  method: 'PUT',
  path: '/company/:id',
  summary: 'Change the settings of a company; fields left out stay',
  tag: 'Companies',
  scope: anyCompany,
  permission: 'company.write',
  params: idParams,
  body: z.object({
    name: changedName.optional(),
    defaultSiteTimezone: timezone.optional(),
    maskConfig: maskConfig.optional(),
    siteIdleHours: z.number().int().min(2).max(168).optional(),
  }),
  reply: company,
})

export const provisionCompany = operation({
  id: 'companies.provision',
  method: 'PUT',
  path: '/v1/company/:id/provision',
  summary: 'Set theme, subdomain and which features are open; fields left out stay',
  tag: 'Companies',
  scope: anyCompany,
  permission: 'companies.manage',
  params: idParams,
  body: z.object({
    theme: z.enum(COMPANY_THEMES).optional(),
    subdomain: subdomain.nullable().optional(),
    unlocks: z.partialRecord(companyUnlocks.keyType, z.boolean()).optional(),
    rtspCameras: z.number().int().min(0).max(100_000).nullable().optional(),
  }),
  reply: company,
  errors: ['NAME_TAKEN'],
})

export const suspendCompany = operation({
  id: 'companies.suspend',
  method: 'PUT',
  path: '/v1/company/:id/suspension',
  summary: 'Close the console to a company, or open it again; alarms are taken in, decided and delivered all the same',
  tag: 'Companies',
  scope: anyCompany,
  permission: 'companies.manage',
  params: idParams,
  body: z.object({ suspended: z.boolean() }),
  reply: company,
  errors: ['OWN_ACCOUNT'],
})

/** Maximum size of a logo picture in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024
/** Bytes that the multipart form adds to the picture. */
const LOGO_FORM_BYTES = 10_000

export const LOGO_TYPES = ['multipart/form-data'] as const

export const uploadLogo = operation({
  id: 'companies.uploadLogo',
  method: 'POST',
  path: '/company/:id/logo',
  summary: 'Upload a logo as the field `image` (PNG, JPEG or WebP); it is redrawn as a PNG of at most 512 × 512',
  tag: 'Companies',
  scope: anyCompany,
  permission: 'company.write',
  params: idParams,
  uploads: LOGO_TYPES,
  maxBytes: MAX_LOGO_BYTES + LOGO_FORM_BYTES,
  reply: z.object({ 512: z.string() }),
  errors: ['UNSUPPORTED_MEDIA', 'TOO_LARGE', 'UNAVAILABLE'],
})

export const deleteLogo = operation({
  id: 'companies.deleteLogo',
  method: 'DELETE',
  path: '/company/:id/logo',
  summary: 'Remove the logo',
  tag: 'Companies',
  scope: anyCompany,
  permission: 'company.write',
  params: idParams,
  reply: success,
})

/** Public, because the login screen shows the logo. A logo is not secret. */
export const getLogo = operation({
  id: 'companies.logo',
  method: 'GET',
  path: '/company/:id/logo',
  summary: 'The logo of a company as a PNG',
  tag: 'Companies',
  scope: 'public',
  params: idParams,
  query: z.object({ size: z.literal('512').optional(), v: z.string().max(100).optional() }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})

export const findLogo = operation({
  id: 'companies.findLogo',
  method: 'GET',
  path: '/company/logo/:subdomain',
  summary: 'Name and logo of the company that a subdomain belongs to',
  tag: 'Companies',
  scope: 'public',
  params: z.object({ subdomain: z.string().max(63) }),
  reply: z.object({ name: z.string(), theme: z.enum(COMPANY_THEMES), logo: z.object({ 512: z.string() }).nullable() }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const impersonate = operation({
  id: 'auth.super',
  method: 'POST',
  path: '/auth/super',
  summary: 'Act in the name of another user, by e-mail; never of another super user',
  tag: 'Companies',
  scope: 'self',
  permission: 'users.impersonate',
  personal: true,
  body: z.object({ email: z.string().trim().min(1).max(318) }),
  reply: currentUser,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

export const endImpersonation = operation({
  id: 'auth.return',
  method: 'POST',
  path: '/v1/auth/return',
  summary: 'Stop acting in the name of another',
  tag: 'Companies',
  scope: 'self',
  reply: currentUser,
  errors: ['CONFLICT'],
})
