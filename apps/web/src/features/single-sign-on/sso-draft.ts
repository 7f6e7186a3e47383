import type { BodyInput, saveSso, SsoSettings } from '@winnow/contract'

export interface DomainDraft {
  /** Identifies the row while its text changes. */
  key: number
  domain: string
  tenantId: string
}

/** The form's values while the user types. */
export interface SsoDraft {
  enabled: boolean
  allowPassword: boolean
  clientId: string
  /** If empty, the stored secret is kept. */
  clientSecret: string
  domains: readonly DomainDraft[]
}

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i

export const draftOf = (settings: SsoSettings): SsoDraft => ({
  enabled: settings.enabled,
  allowPassword: settings.allowPassword,
  clientId: settings.clientId,
  clientSecret: '',
  domains:
    settings.domains.length === 0
      ? [{ key: 0, domain: '', tenantId: '' }]
      : settings.domains.map(({ domain, tenantId }, key) => ({ key, domain, tenantId })),
})

/** Adds a domain with the same directory as the last domain, because most companies have only one directory. */
export function withDomain(domains: readonly DomainDraft[]): readonly DomainDraft[] {
  const key = Math.max(-1, ...domains.map((row) => row.key)) + 1
  return [...domains, { key, domain: '', tenantId: domains.at(-1)?.tenantId ?? '' }]
}

/** The errors of the form, by field. The server checks more, and reports those errors itself. */
export function wrongIn(draft: SsoDraft, hasClientSecret: boolean) {
  const wrong: Record<string, 'clientId' | 'clientSecret' | 'domain' | 'tenantId'> = {}
  if (draft.clientId.trim() === '') wrong['clientId'] = 'clientId'
  if (!hasClientSecret && draft.clientSecret.trim() === '') wrong['clientSecret'] = 'clientSecret'
  for (const [at, { domain, tenantId }] of draft.domains.entries()) {
    if (!DOMAIN.test(domain.trim())) wrong[`domains.${at}.domain`] = 'domain'
    if (!ID.test(tenantId.trim())) wrong[`domains.${at}.tenantId`] = 'tenantId'
  }
  return wrong
}

export const bodyOf = ({ clientSecret, domains, clientId, ...rest }: SsoDraft): BodyInput<typeof saveSso> => ({
  ...rest,
  clientId: clientId.trim(),
  ...(clientSecret.trim() === '' ? {} : { clientSecret: clientSecret.trim() }),
  domains: domains.map(({ domain, tenantId }) => ({
    domain: domain.trim().toLowerCase(),
    tenantId: tenantId.trim().toLowerCase(),
  })),
})
