import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { clientKey, createPlaces } from '@winnow/domain'
import type { ConnectionLimits } from '../env.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** One in this many connections is reserved for addresses without any. */
const RESERVED_PART = 10

/** Checks whether an address is in a list of addresses and networks. */
function createMatch(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

interface Options extends ConnectionLimits {
  /** Many clients connect through these. Limiting each client is up to the proxy. */
  trustedProxies: readonly string[]
  log: Logger
  metrics: Metrics
}

/**
 * Closes new connections of an address that has its maximum. Idle connections cost a client almost nothing, so without a limit one address
 * could take them all.
 */
export function limitConnections(server: Server, { total, perAddress, trustedProxies, log, metrics }: Options): void {
  const places = createPlaces({ perHolder: perAddress, total, reserved: Math.floor(total / RESERVED_PART) })
  const isTrusted = createMatch(trustedProxies)
  const refused = metrics.counter({ name: 'http_connections_refused_total', help: 'Connections cut as too many' })
  metrics.gauge({
    name: 'http_connections',
    help: 'Open HTTP connections, but for those of trusted proxies',
    collect: (gauge) => gauge.set(places.count()),
  })
  // A request that offers another protocol is parsed again on the same connection (see `hand-back.ts`).
  const known = new WeakSet<Socket>()
  // Runs before the server's own listener, which would start to read requests.
  server.prependListener('connection', (socket: Socket) => {
    if (known.has(socket)) return
    known.add(socket)
    const address = socket.remoteAddress
    if (address !== undefined && isTrusted(address)) return
    // A socket without an address has already closed.
    const leave = address === undefined ? undefined : places.take(clientKey(address))
    if (leave) socket.once('close', leave)
    else {
      refused.inc()
      log.debug({ remoteAddress: address }, 'a connection was cut: its address has all it may have')
      socket.destroy()
    }
  })
}
