import type { BodyInput, saveSso, SsoSettings } from '@winnow/contract'

export interface DomainDraft {
  /** Keeps a row the same row while its text changes. */
  key: number
  domain: string
  tenantId: string
}

/** The form as it is typed. */
export interface SsoDraft {
  enabled: boolean
  allowPassword: boolean
  clientId: string
  /** Empty: the stored one stays. */
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

/** One more domain, in the directory of the last one: most companies have but one. */
export function withDomain(draft: SsoDraft): SsoDraft {
  const key = Math.max(-1, ...draft.domains.map((row) => row.key)) + 1
  return { ...draft, domains: [...draft.domains, { key, domain: '', tenantId: draft.domains.at(-1)?.tenantId ?? '' }] }
}

export const isDomain = (text: string): boolean => DOMAIN.test(text.trim())
export const isTenantId = (text: string): boolean => ID.test(text.trim())

/** Whether the server could take it; what it finds out beyond that it says itself. */
export function isComplete(draft: SsoDraft, hasClientSecret: boolean): boolean {
  return (
    draft.clientId.trim() !== '' &&
    (hasClientSecret || draft.clientSecret.trim() !== '') &&
    draft.domains.length > 0 &&
    draft.domains.every(({ domain, tenantId }) => isDomain(domain) && isTenantId(tenantId))
  )
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
