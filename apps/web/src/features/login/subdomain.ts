/**
 * Returns the part of a host name that can belong to a company, e.g. `acme` of `acme.alarms.example`. Undefined for names without a dot,
 * IP addresses and domains without such a part.
 */
export function subdomainOf(hostname: string): string | undefined {
  const labels = hostname.toLowerCase().split('.')
  const isAddress = hostname.includes(':') || labels.every((label) => /^\d+$/.test(label))
  const [first = ''] = labels
  // Browsers resolve all names below localhost to this machine, so companies can be tried there.
  const needed = labels.at(-1) === 'localhost' ? 2 : 3
  return isAddress || labels.length < needed || first === 'www' ? undefined : first
}
