import { createKeptConnections, type Guard } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Platform } from '../../platform/create-platform.ts'
import { afterCommit, inSystem, type Tx } from '../../platform/db/transaction.ts'
import type { ListFacts } from '../../platform/modules/module-list.ts'
import type { Module, Running } from '../../platform/modules/module.ts'
import type { OnDecided } from '../alarms/index.ts'
import type { StartBackgroundJob } from '../background-jobs/index.ts'
import type { OnTampering } from '../tampering/index.ts'
import { cameraTicks } from './camera-events.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { createDeliveryCounter, type DeliveryCounter } from './delivery-metrics.ts'
import { registerDeliveries } from './delivery-routes.ts'
import { resendJob } from './resend-deliveries.ts'
import { createDispatcher } from './dispatcher.ts'
import { superviseReceivers } from './supervise-receivers.ts'
import { heldSince } from './held-deliveries.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { planLateMail } from './relayed-mails.ts'
import { receiverContext } from './receiver-secrets.ts'
import { createReaders, type Readers } from './readers.ts'
import { tellOfTampering } from './tell-of-tampering.ts'
import { receiverMailJobs, type ReceiverMailDeps } from './tell-of-receiver.ts'
import { watchFallbacks } from './watch-fallbacks.ts'
import { registerReceivers } from './receiver-routes.ts'
import { showDeliveries } from './show-deliveries.ts'

/** Days after which a delivered message is deleted. Messages that were not delivered stay. */
const DELIVERED_DAYS = 30

type Needs = Pick<Platform, 'db' | 'metrics' | 'wakes'>

interface Services {
  /** Plans the messages about alarms that were decided, in their transaction. */
  onDecided: OnDecided
  /** Plans the relay of a mail that joined an alarm, in the transaction that files it. */
  onJoined: (tx: Tx, joined: { alarmId: string; signalId: string }, now: Date) => Promise<void>
  /** Plans the messages about a tampering, in the transaction that stores it. */
  onTampering: OnTampering
  /** Signals that messages wait to be sent. To be called after the commit. */
  onDelivery: () => void
  attempted: DeliveryCounter
  readers: Readers
  /** Whether nothing is sent to receivers, as after a restore. */
  deliveriesHeld: () => Promise<boolean>
}

interface Uses {
  /** Lets the address of the synthetic alarm's receiver lead to it. */
  throughSink: (guard: Guard) => Guard
}

export const deliveryModule: Module<
  DeliveryDeps &
    ReceiverMailDeps &
    Services &
    Uses &
    Pick<ListFacts, 'cameraSystems'> &
    Pick<Platform, 'queue' | 'ticker' | 'wakes' | 'metrics'> & { startJob: StartBackgroundJob },
  Needs,
  Services
> = {
  name: 'delivery',
  tables: {
    receiver: { rows: 'kept', sealed: { secrets: receiverContext } },
    delivery_window: { rows: [{ kind: 'days', column: 'ends_at', days: 2 }] },
    // They go with their message.
    delivery_try: { rows: 'kept' },
    camera_condition: { rows: 'kept' },
    delivery: {
      rows: [
        { kind: 'with', table: 'alarm', column: 'alarm_id' },
        { kind: 'days', column: 'finished_at', days: DELIVERED_DAYS, where: sql`state = 'delivered'`, batch: 5_000 },
        // There is no alarm with which they could go. Those that nobody fetches never end, so they go by their age.
        { kind: 'days', column: 'created_at', days: DELIVERED_DAYS, where: sql`view_id is not null`, batch: 5_000 },
      ],
    },
  },
  make({ db, metrics, wakes }) {
    const onDelivery = (): void => wakes.wake('delivery')
    const readers = createReaders()
    wakes.on('delivery', readers.wake)
    return {
      services: {
        async onDecided(tx, alarms, now) {
          await planDeliveries(tx, alarms, now)
          afterCommit(tx, onDelivery)
        },
        async onJoined(tx, joined, now) {
          if (await planLateMail(tx, joined, now)) afterCommit(tx, onDelivery)
        },
        async onTampering(tx, change, now) {
          await tellOfTampering(tx, change, now)
          afterCommit(tx, onDelivery)
        },
        onDelivery,
        attempted: createDeliveryCounter(metrics),
        readers,
        deliveriesHeld: async () => (await inSystem(db, heldSince)) !== undefined,
      },
    }
  },
  routes(register, deps) {
    registerReceivers(register, deps)
    registerDeliveries(register, deps)
  },
  jobs: receiverMailJobs,
  ticks: cameraTicks,
  backgroundJobs: ({ onDelivery }) => [resendJob(onDelivery)],
  work(deps): Running[] {
    const connections = createKeptConnections()
    const dispatcher = createDispatcher({ ...deps, guard: deps.throughSink(deps.guard), connections })
    deps.wakes.on('delivery', () => dispatcher.wake())
    const supervision = superviseReceivers({ ...deps, connections })
    const fallbacks = watchFallbacks(deps)
    return [
      {
        name: 'delivery',
        async stop() {
          await Promise.all([dispatcher.stop(), supervision.stop(), fallbacks.stop()])
          await connections.close()
        },
      },
    ]
  },
  workEverywhere(deps): Running[] {
    showDeliveries(deps)
    return [{ name: 'delivery.readers', stop: async () => deps.readers.stop() }]
  },
}
