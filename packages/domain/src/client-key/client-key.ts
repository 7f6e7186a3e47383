import { isIpv6 } from '../validation/host.ts'

/** Returns the eight numbers of an IPv6 address, which may be given in any notation. */
function groupsOf(ipv6: string): number[] {
  const [front = '', back] = new URL(`http://[${ipv6}]/`).hostname.slice(1, -1).split('::')
  const [before, after] = [front, back ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const left = before ?? []
  const right = after ?? []
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/**
 * Whether an address, given by the first of its eight numbers, is in a network in which all hosts share a prefix: link-local (fe80::/10) or
 * unique-local (fc00::/7).
 */
const isLocal = (first: number): boolean => (first & 0xffc0) === 0xfe80 || (first & 0xfe00) === 0xfc00

/**
 * Returns the key under which limits count the requests of a client's address. For IPv4 the key is the address. For IPv6 the key is its /64
 * network: a /64 is the smallest network that a customer gets, and one client can use any address in it. In a local network all hosts share
 * one /64. The key of a local address is therefore the whole address, with its zone if it has one. An IPv4 address mapped into IPv6 is
 * treated as IPv4. A text that is not an IP address is returned unchanged.
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
