export type Environment = 'production' | 'qa' | 'staging' | 'devtest'

const BY_TOP_LEVEL_DOMAIN: Readonly<Record<string, Environment>> = { io: 'production', info: 'qa', biz: 'staging' }

/** The environment of a host name, by its top-level domain. Everything else, including bare names and addresses, is devtest. */
export function environmentOf(hostname: string): Environment {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  if (labels.length < 2) return 'devtest'
  return BY_TOP_LEVEL_DOMAIN[labels.at(-1) ?? ''] ?? 'devtest'
}
