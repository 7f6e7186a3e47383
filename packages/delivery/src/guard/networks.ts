import ipaddr from 'ipaddr.js'
import { classifyAddress, parseAddress } from './address.ts'
import type { HostPort } from './types.ts'

type Ip = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Ip, number]

/** Ranges that a wide network such as 0.0.0.0/0 does not open. Only a network inside such a range opens addresses of it. */
const NARROW = ['127.0.0.0/8', '0.0.0.0/8', '169.254.0.0/16', '::1/128', '::/128', 'fe80::/10'].map((text) =>
  ipaddr.parseCIDR(text),
)

/**
 * Parses a list of CIDR networks; single addresses are allowed.
 * @throws {Error} with the first invalid entry, so that the server does not start with a typing error in the list
 */
export function parseNetworks(entries: readonly string[]): Network[] {
  return entries.map((entry) => {
    const text = entry.trim()
    const single = parseAddress(text)
    if (single) return [single, single.kind() === 'ipv4' ? 32 : 128]
    if (!ipaddr.isValidCIDR(text)) throw new Error(`Not a network in CIDR form: ${JSON.stringify(entry)}`)
    const [ip, bits] = ipaddr.parseCIDR(text)
    // ::ffff:10.0.0.0/104 means 10.0.0.0/8, since addresses are compared unmapped.
    if (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() && bits >= 96) return [ip.toIPv4Address(), bits - 96]
    return [ip, bits]
  })
}

/**
 * Parses addresses with a port each.
 * @throws {Error} for a host that is no address: a name could lead elsewhere later
 */
export function parseEndpoints(endpoints: readonly HostPort[]): { ip: Ip; port: number }[] {
  return endpoints.map(({ host, port }) => {
    const ip = parseAddress(host)
    if (!ip) throw new Error(`Not an address: ${JSON.stringify(host)}`)
    return { ip, port }
  })
}

function contains(network: Network, ip: Ip): boolean {
  return network[0].kind() === ip.kind() && ip.match([network[0], network[1]])
}

/**
 * Whether the allow list opens an address. Private ranges are opened by any network that contains the address, loopback and link-local only
 * by a network inside those ranges, and metadata addresses never.
 */
export function isOpened(networks: readonly Network[], ip: Ip): boolean {
  const kind = classifyAddress(ip)
  if (kind === 'metadata') return false
  const narrow = NARROW.find((range) => contains(range, ip))
  return networks.some(
    (network) => contains(network, ip) && (!narrow || (network[1] >= narrow[1] && contains(narrow, network[0]))),
  )
}
