export type Environment = 'production' | 'qa' | 'staging' | 'devtest'

const BY_TOP_LEVEL_DOMAIN: Readonly<Record<string, Environment>> = { io: 'production', info: 'qa', biz: 'staging' }

/** Which environment a host name belongs to, by its top-level domain; everything else, also bare names and addresses, is devtest. */
export function environmentOf(hostname: string): Environment {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.length < 2) return 'devtest'
  return BY_TOP_LEVEL_DOMAIN[labels.at(-1) ?? ''] ?? 'devtest'
}

/** Keys of the analytics service, given when the console is built; without one nothing is ever sent. */
export interface AnalyticsKeys {
  production: string | undefined
  others: string | undefined
}

/** The analytics key for a host: production has its own, so that trying things out never counts as use. */
export function analyticsKeyOf(hostname: string, keys: AnalyticsKeys): string | undefined {
  return environmentOf(hostname) === 'production' ? keys.production : keys.others
}
