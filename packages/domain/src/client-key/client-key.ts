import { isIpv6 } from '../validation/host.ts'

/** The eight numbers of an IPv6 address, in any notation. */
function groupsOf(ipv6: string): number[] {
  const [front = '', back] = new URL(`http://[${ipv6}]/`).hostname.slice(1, -1).split('::')
  const [before, after] = [front, back ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const left = before ?? []
  const right = after ?? []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/** Networks in which all hosts share a prefix: link-local (fe80::/10) and unique-local (fc00::/7). */
const isLocal = (first: number): boolean => (first & 0xffc0) === 0xfe80 || (first & 0xfe00) === 0xfc00

/**
 * The key by which limits count a client's address. An IPv4 address counts as it is. An IPv6 address counts by its /64, the smallest
 * network that a customer gets, in which one client can use any number of addresses. In a local network a /64 holds all hosts, so each
 * address counts, a link-local one with its zone. IPv4 mapped into IPv6 is IPv4. A text that is no address is returned unchanged.
 */
export function clientKey(address: string): string {
  const [text = '', zone] = address.split('%')
  if (!isIpv6(text)) return text
  const groups = groupsOf(text)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const written = groups.map((group) => group.toString(16))
  if (isLocal(groups[0] ?? 0)) return [written.join(':'), ...(zone === undefined ? [] : [zone])].join('%')
  return `${written.slice(0, 4).join(':')}::/64`
}
