import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { clientKey, createPlaces } from '@winnow/domain'
import type { ConnectionLimits } from '../env.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** The part of all connections that is reserved for addresses without a connection: one in this many. */
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
  /** The proxies through which many clients connect. Their connections are not limited here, so the proxies must limit each client. */
  trustedProxies: readonly string[]
  log: Logger
  metrics: Metrics
}

/**
 * Closes new connections of an address that has the maximum number of connections. Idle connections cost a client almost nothing, so
 * without a limit one address could use all connections.
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
  // This listener runs before the server's listener, which starts to read requests.
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
