import type ipaddr from 'ipaddr.js'
import { classifyAddress, embeddedAddresses, parseAddress } from './address.ts'
import { normalizeHost } from './target.ts'
import type { HostPort } from './types.ts'

type Ip = ipaddr.IPv4 | ipaddr.IPv6
type Lookup = (hostname: string) => Promise<readonly { address: string }[]>

export interface OwnServices {
  /** Whether this host, at these addresses, on this port is one of our own services. */
  includes(hostname: string, port: number, addresses: readonly Ip[]): Promise<boolean>
}

/**
 * Recognises our own services by their names and by all their addresses. A service on this machine is reachable at all addresses of the
 * machine (loopback, LAN, 0.0.0.0, mapped into IPv6). A service on another machine is reachable at every address of its name.
 */
export function createOwnServices(
  own: readonly HostPort[] | (() => readonly HostPort[]),
  lookup: Lookup,
  localAddresses: () => readonly string[],
): OwnServices {
  async function addressesOf(host: string): Promise<Ip[]> {
    const literal = parseAddress(host)
    if (literal) return [literal]
    // If the service's name does not resolve now, only the names are compared.
    const found = await lookup(host).catch(() => [])
    return found.flatMap(({ address }) => parseAddress(address) ?? [])
  }

  return {
    async includes(hostname, port, addresses) {
      const services = typeof own === 'function' ? own() : own
      const candidates = services
        .filter((service) => service.port === port)
        .map((service) => ({ host: normalizeHost(service.host), port }))
      if (candidates.length === 0) return false
      if (candidates.some((service) => service.host === hostname)) return true
      const local = new Set(localAddresses().flatMap((text) => parseAddress(text)?.toString() ?? []))
      const isLocal = (ip: Ip): boolean => classifyAddress(ip) === 'loopback' || local.has(ip.toString())
      const targets = addresses.flatMap((ip) => [ip, ...embeddedAddresses(ip)])
      const found = (await Promise.all(candidates.map((service) => addressesOf(service.host)))).flat()
      if (found.some(isLocal) && targets.some(isLocal)) return true
      const taken = new Set(found.map((ip) => ip.toString()))
      return targets.some((ip) => taken.has(ip.toString()))
    },
  }
}
