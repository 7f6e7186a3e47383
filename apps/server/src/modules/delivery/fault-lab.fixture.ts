import { createKeptConnections } from '@winnow/delivery'
import { judgeArrivals, openFaultStation, type FaultStation, type OutboxRow } from '@winnow/delivery/testing/faults'
import { expect } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { createDeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import { createDispatcher } from './dispatcher.ts'
import { startPullingStation } from './pulling-station.fixture.ts'

/** Longer than any pause of a receiver. */
const LATER_MS = 10 * 60_000

/** A site with receivers behind doors on which faults begin and end, one that fetches its messages, and a dispatcher. */
export async function startFaultLab(names: Parameters<typeof openFaultStation>[0][]) {
  const world = await startDeliveryWorld()
  const { clock, server, call } = world
  const db = server.database.runtime
  const site = await createDeliverySite(world)
  const create = async (kind: string, config: object): Promise<string> => {
    const body = { kind, name: kind, config }
    const { status, body: reply } = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, body)
    expect(status).toBe(200)
    return reply.receiver.id
  }
  const stations: (FaultStation & { id: string })[] = []
  for (const name of names) {
    const station = await openFaultStation(name)
    stations.push({ ...station, id: await create(station.kind, station.config) })
  }
  const pullId = await create('product-api', { heartbeatSeconds: 0 })
  const pulling = await startPullingStation(world, pullId)
  const connections = createKeptConnections()
  const dispatcher = createDispatcher({ ...server.container.deps, connections })

  const rowsOf = (receiverId: string): Promise<OutboxRow[]> =>
    inSystem(db, (tx) =>
      tx
        .selectFrom('delivery')
        .select(['id', 'sequence', 'alarm_id as alarmId', 'alarm_version as version', 'state'])
        .where('receiver_id', '=', receiverId)
        .$narrowType<{ alarmId: string; version: number }>()
        .execute(),
    )
  const failures = async (receiverId: string): Promise<number> => {
    const { n } = await inSystem(db, (tx) =>
      tx
        .selectFrom('delivery_try')
        .innerJoin('delivery', 'delivery.id', 'delivery_try.delivery_id')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .where('receiver_id', '=', receiverId)
        .where('delivery_try.state', '<>', 'sent')
        .executeTakeFirstOrThrow(),
    )
    return Number(n)
  }
  /** What waits for the receivers that are called, and what is on its way. */
  const pending = async (): Promise<{ waiting: number; underWay: number }> => {
    const rows = await inSystem(db, (tx) =>
      tx
        .selectFrom('delivery')
        .select('lease_until')
        .where('state', '=', 'pending')
        .where('receiver_id', '<>', pullId)
        .execute(),
    )
    const underWay = rows.filter((row) => row.lease_until !== null).length
    return { waiting: rows.length, underWay }
  }
  return {
    clock,
    stations,
    pulling,
    site,
    wake: () => dispatcher.wake(),
    failures,
    /** Goes on in time until nothing waits for the receivers that are called. */
    drain: () =>
      until('nothing waits', async () => {
        const { waiting, underWay } = await pending()
        if (waiting === 0) return true
        if (underWay === 0) {
          clock.advance(LATER_MS)
          dispatcher.wake()
        }
        return false
      }),
    judge: async ({
      id,
      arrivals,
      ...how
    }: { id: string; arrivals: () => string[] } & Parameters<typeof judgeArrivals>[2]) =>
      judgeArrivals(await rowsOf(id), arrivals(), how),
    async close() {
      await dispatcher.stop()
      await connections.close()
      await Promise.all(stations.map((station) => station.close()))
      await site.close()
      await server.close()
    },
  }
}
