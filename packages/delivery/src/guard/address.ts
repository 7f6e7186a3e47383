import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** The class of an address. `public` may be called; all others are refused unless an allow list contains them. */
export type AddressClass = 'public' | 'private' | 'loopback' | 'link-local' | 'metadata'

/**
 * Addresses of cloud metadata services, which return credentials to every caller. Some are outside the link-local range (Azure's is
 * public), so they are listed here and checked first. They stay closed with any allow list.
 */
const METADATA = new Set(
  [
    '169.254.169.254', // AWS, Azure, Google, DigitalOcean, OpenStack …
    '169.254.170.2', // AWS ECS task credentials
    '169.254.170.23', // AWS EKS pod identity
    '100.100.100.200', // Alibaba
    '168.63.129.16', // Azure wire server
    '192.0.0.192', // Oracle
    'fd00:ec2::254', // AWS over IPv6
    'fd00:ec2::23', // AWS EKS pod identity over IPv6
    'fd20:ce::254', // Google over IPv6
    'fd00:42::42', // Scaleway over IPv6
  ].map((text) => ipaddr.parse(text).toString()),
)

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const V4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

/**
 * Parses an address as the socket layer does: an IPv4 address mapped into IPv6 (`::ffff:127.0.0.1`) is the IPv4 address. Zone ids are
 * refused, since they name an interface of this machine. `undefined` for a text that is no address.
 */
export function parseAddress(text: string): Ip | undefined {
  if (text.includes('%')) return undefined
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const ip = ipaddr.IPv6.parse(text)
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
}

function v4At(ip: ipaddr.IPv6, part: number, mask = 0): ipaddr.IPv4 {
  const high = (ip.parts[part] ?? 0) ^ mask
  const low = (ip.parts[part + 1] ?? 0) ^ mask
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}

/**
 * The IPv4 addresses embedded in an IPv6 address. A gateway may extract one and connect to it: NAT64 (RFC 6052, 8215), 6to4 (RFC 3056),
 * Teredo (RFC 4380, server and client, the latter inverted), SIIT (RFC 2765), ISATAP (RFC 5214) and the deprecated IPv4-compatible form.
 */
export function embeddedAddresses(ip: Ip): ipaddr.IPv4[] {
  if (!(ip instanceof ipaddr.IPv6)) return []
  const range = ip.range()
  if (range === 'loopback' || range === 'unspecified') return []
  if (range === 'rfc6052' || range === 'rfc6145') return [v4At(ip, 6)]
  if (range === '6to4') return [v4At(ip, 1)]
  if (range === 'teredo') return [v4At(ip, 2), v4At(ip, 6, 0xffff)]
  if (ip.match(V4_COMPATIBLE)) return [v4At(ip, 6)]
  const isIsatap = ip.parts[5] === 0x5efe && ((ip.parts[4] ?? 0) & 0xfdff) === 0
  return isIsatap ? [v4At(ip, 6)] : []
}

const SEVERITY: readonly AddressClass[] = ['public', 'private', 'link-local', 'loopback', 'metadata']

function classOfOuter(ip: Ip): AddressClass {
  if (METADATA.has(ip.toString())) return 'metadata'
  const range = ip.range()
  // On Linux 0.0.0.0 and :: connect to the machine itself.
  if (range === 'loopback' || range === 'unspecified') return 'loopback'
  if (range === 'linkLocal') return 'link-local'
  // An IPv6-only network reaches public IPv4 receivers by NAT64 with the well-known prefix. The embedded address decides.
  if (range === 'rfc6052') return 'public'
  if (range !== 'unicast') return 'private'
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST) ? 'public' : 'private'
}

/** The class of an address: the worst of its own and those of its embedded addresses. */
export function classifyAddress(ip: Ip): AddressClass {
  return [ip, ...embeddedAddresses(ip)]
    .map(classOfOuter)
    .reduce((worst, next) => (SEVERITY.indexOf(next) > SEVERITY.indexOf(worst) ? next : worst))
}
