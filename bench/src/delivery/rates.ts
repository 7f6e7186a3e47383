import type { Size } from '../bench.ts'
import { printTable } from '../table.ts'
import { measureBare } from './bare-clients.ts'
import { KINDS, type BenchKind } from './kinds.ts'
import type { DeliveryProduct } from '../../../e2e/src/load/delivery-product.ts'
import { measureOutbox } from './fill-outbox.ts'
import { measureFetched } from './fetched.ts'
import { hostOf, type SinkPorts } from './sinks.ts'

export const MESSAGES: Record<Size, number> = { small: 200, full: 2_000 }
const RECEIVERS: Record<Size, number> = { small: 50, full: 1_000 }
/** A company's receivers of a kind together have so many places at most; the bare client has as many. */
const PLACES = 16

async function measureKind(
  lab: DeliveryProduct,
  { kind, name, bare, atOnce, config }: BenchKind,
  ports: SinkPorts,
  size: Size,
): Promise<(string | number)[]> {
  const figures: number[] = []
  for (const receivers of [1, RECEIVERS[size]]) {
    const place = await lab.createPlace(`${name} ${receivers}`)
    const configs = Array.from({ length: receivers }, (_none, index) => config(index, ports))
    const ids = await lab.createReceivers(place, kind, configs)
    const count = Math.max(MESSAGES[size], receivers)
    // The first messages open connections and fill caches, as they are in a running program.
    await measureOutbox(lab, place, { receivers: ids, alarms: Math.ceil(20 / receivers) })
    const hosts = Array.from({ length: receivers }, (_none, index) => hostOf(index))
    const load = { port: ports[bare], hosts, count, atOnce: receivers === 1 ? atOnce : PLACES }
    await measureBare(bare, { ...load, count: Math.max(20, receivers) })
    const perSecond = await measureOutbox(lab, place, { receivers: ids, alarms: Math.ceil(count / receivers) })
    figures.push(perSecond, await measureBare(bare, load))
  }
  return [name, ...figures]
}

/** How many messages a second leave the outbox, to one receiver and to many at addresses of their own. */
export async function printRates(lab: DeliveryProduct, ports: SinkPorts, size: Size): Promise<void> {
  const many = RECEIVERS[size].toLocaleString('en')
  const rows: (string | number)[][] = []
  for (const kind of KINDS) rows.push(await measureKind(lab, kind, ports, size))
  rows.push(await measureFetched(lab, MESSAGES[size], RECEIVERS[size]))
  console.log(`${MESSAGES[size].toLocaleString('en')} messages that wait, without pictures; acknowledged ones a second`)
  printTable(['kind', 'to one receiver', 'bare client', `to ${many} receivers`, 'bare client'], rows)
}
