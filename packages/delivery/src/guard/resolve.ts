import type ipaddr from 'ipaddr.js'
import { classifyAddress, parseAddress } from './address.ts'
import { isOpened, parseEndpoints, parseNetworks } from './networks.ts'
import { createOwnServices } from './own-services.ts'
import type { GuardDeps, GuardPolicy, GuardRefusal, ResolvedAddress } from './types.ts'

type Ip = ipaddr.IPv4 | ipaddr.IPv6
type Resolution = { ok: true; addresses: ResolvedAddress[] } | GuardRefusal
export type Resolve = (hostname: string, port: number) => Promise<Resolution>

const WHERE = {
  private: 'in a private or reserved network',
  loopback: 'on this machine',
  'link-local': 'in a link-local network',
  metadata: 'a metadata service',
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = Promise.withResolvers<never>()
  const handle = setTimeout(() => timer.reject(new Error('lookup timed out')), ms)
  try {
    return await Promise.race([work, timer.promise])
  } finally {
    clearTimeout(handle)
  }
}

/**
 * Creates the function that resolves a host to addresses that may be connected to. It looks a name up once, and refuses it if any of its
 * addresses is refused: nobody knows which of them a socket would use.
 */
export function createResolve(
  policy: GuardPolicy,
  deps: Required<Pick<GuardDeps, 'lookup' | 'localAddresses' | 'lookupTimeoutMs'>>,
): Resolve {
  const networks = parseNetworks(policy.allowedNetworks)
  const endpoints = parseEndpoints(policy.allowedEndpoints ?? [])
  const isEndpoint = (ip: Ip, port: number): boolean =>
    endpoints.some((endpoint) => endpoint.port === port && endpoint.ip.toString() === ip.toString())
  const lookup = (hostname: string): Promise<readonly { address: string }[]> =>
    within(deps.lookup(hostname), deps.lookupTimeoutMs)
  const ownServices = createOwnServices(policy.ownAddresses, lookup, deps.localAddresses)

  async function addressesOf(hostname: string): Promise<(Ip | undefined)[]> {
    const literal = parseAddress(hostname)
    if (literal) return [literal]
    const found = await lookup(hostname).catch(() => [])
    return found.map(({ address }) => parseAddress(address))
  }

  return async (hostname, port) => {
    const addresses = await addressesOf(hostname)
    if (addresses.length === 0) {
      return { ok: false, code: 'unresolvable', detail: `The host ${hostname} is not known.` }
    }
    const known = addresses.filter((ip) => ip !== undefined)
    if (await ownServices.includes(hostname, port, known)) {
      return { ok: false, code: 'own-service', detail: `${hostname}:${port} is a service of this installation.` }
    }
    for (const ip of addresses) {
      // An address with a zone id (fe80::1%eth0) is link-local.
      const kind = ip === undefined ? 'link-local' : classifyAddress(ip)
      if (kind === 'public') continue
      if (ip !== undefined && (isOpened(networks, ip) || (kind !== 'metadata' && isEndpoint(ip, port)))) continue
      return { ok: false, code: kind, detail: `${hostname} is ${WHERE[kind]} and may not be called.` }
    }
    return {
      ok: true,
      addresses: known.map((ip) => ({ address: ip.toString(), family: ip.kind() === 'ipv4' ? 4 : 6 })),
    }
  }
}
