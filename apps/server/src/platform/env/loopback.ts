import ipaddr from 'ipaddr.js'

/**
 * Whether a host to listen on can be reached from this machine only. All names other than localhost are treated as reachable from
 * elsewhere.
 */
export function isLoopbackHost(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
}
