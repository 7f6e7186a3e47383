/**
 * The part of a console's host name that can belong to a company: `acme` of `acme.alarms.example`. None in bare names, addresses
 * and domains that have no part in front.
 */
export function subdomainOf(hostname: string): string | undefined {
  const labels = hostname.toLowerCase().split('.')
  const isAddress = hostname.includes(':') || labels.every((label) => /^\d+$/.test(label))
  const [first = ''] = labels
  // Browsers take every name below localhost for this machine, so companies can be tried there.
  const needed = labels.at(-1) === 'localhost' ? 2 : 3
  return isAddress || labels.length < needed || first === 'www' ? undefined : first
}
