/**
 * Ports above 1023 of services that are not HTTP and might act on a request (mail, databases, remote shells, printers). They are from the
 * WHATWG list of bad ports and the usual services of a server room. Up to 1023, HTTP may use 80 and 443 only.
 */
const NOT_HTTP = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 2525, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5433, 5984, 5985, 5986, 6000, 6379, 6380, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9100, 9200, 9300, 10080,
  10250, 11211, 27017, 27018,
])

/** `'any'`, or exactly these ports. By default 80, 443 and everything above 1023 that is not known to be another service. */
export type AllowedPorts = 'any' | readonly number[] | undefined

export function isHttpPortAllowed(port: number, allowed: AllowedPorts): boolean {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return false
  if (allowed === 'any') return true
  if (allowed) return allowed.includes(port)
  return port === 80 || port === 443 || (port > 1023 && !NOT_HTTP.has(port))
}

/** For other protocols than HTTP every port is allowed, unless the policy lists some. */
export function isTcpPortAllowed(port: number, allowed: AllowedPorts): boolean {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return false
  return allowed === undefined || allowed === 'any' || allowed.includes(port)
}
