import { RECEIVERS, type ReceiverDefinition } from '@winnow/contract'
import { findReceiver, type DeliveryResult } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Ticker } from '../../platform/clock.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { keepDoing, type Repeated } from '../../platform/keep-doing.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { areHeld } from './held-deliveries.ts'
import { openReceiverConfig } from './receiver-secrets.ts'

const LOOK_EVERY_MS = 1_000
/** The largest number of receivers that are asked at the same time. */
const AT_ONCE = 200

interface Supervised {
  id: string
  kind: string
  config: unknown
  secrets: string | null
  session: object
  updates: number
}

const definitions: readonly ReceiverDefinition[] = RECEIVERS
const KINDS: readonly string[] = definitions.flatMap(({ id, capabilities }) => (capabilities.heartbeat ? [id] : []))
/** The intervals of receivers whose settings name none, by their kind: those with which the form begins. */
const USUAL_SECONDS = JSON.stringify(
  Object.fromEntries(
    definitions.map(({ id, fields }) => [id, fields.find(({ name }) => name === 'heartbeatSeconds')?.initial ?? 0]),
  ),
)

/**
 * Takes receivers whose sign of life is due, and plans their next one, so that no other process asks them now. A time that lies further
 * ahead than the interval was written before the clock was set back.
 */
async function claim(db: Db, limit: number, now: Date): Promise<Supervised[]> {
  if (limit <= 0) return []
  const seconds = sql`coalesce((config ->> 'heartbeatSeconds')::int, (${USUAL_SECONDS}::jsonb ->> kind)::int)`
  const next = sql`${now}::timestamptz + make_interval(secs => ${seconds})`
  return inSystem(db, async (tx) => {
    const { rows } = await sql<Supervised>`
      update receiver set heartbeat_at = ${next}
      where id in (
        select id from receiver
        where kind = any(${KINDS}::text[]) and active and deleted_at is null and ${seconds} > 0 and (select not ${areHeld})
          and (heartbeat_at is null or heartbeat_at <= ${now} or heartbeat_at > ${next})
        order by heartbeat_at nulls first limit ${limit} for update skip locked)
      returning id, kind, config, secrets, session, updates`.execute(tx)
    return rows
  })
}

async function ask(deps: DeliveryDeps, receiver: Supervised, signal: AbortSignal): Promise<DeliveryResult | undefined> {
  const kind = findReceiver(receiver.kind)
  const parsed = kind?.parse(openReceiverConfig(deps.keys, receiver))
  // Settings that cannot be read are reported by the first message.
  if (!kind?.heartbeat || !parsed?.ok) return undefined
  const { guard, mailer, clock, connections } = deps
  const kept = connections ? { kept: { receiverId: receiver.id, connections } } : {}
  return kind.heartbeat(receiver.session, parsed.config, { guard, mailer, signal, now: clock.now(), ...kept })
}

/** Stores whether the receiver gave a sign of life. A receiver that was changed meanwhile is asked again under its new settings. */
async function settle(deps: DeliveryDeps, { id, updates }: Supervised, result: DeliveryResult): Promise<void> {
  const now = deps.clock.now()
  await inSystem(deps.db, (tx) =>
    tx
      .updateTable('receiver')
      .set({
        silent_since: result.ok ? null : sql<Date>`coalesce(silent_since, ${now}::timestamptz)`,
        silent_error: result.ok ? null : result.code,
        ...(result.session ? { session: JSON.stringify(result.session) } : {}),
      })
      .where('id', '=', id)
      .where('updates', '=', updates)
      .execute(),
  )
}

/**
 * Asks the receivers that can be supervised for a sign of life, each at its own interval. One that does not answer is shown on Home like a
 * failed delivery, before an alarm fails.
 */
export function superviseReceivers(deps: DeliveryDeps & { ticker?: Ticker }): Repeated {
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  const supervise = async (receiver: Supervised): Promise<void> => {
    try {
      const result = await ask(deps, receiver, closing.signal)
      if (result === undefined || closing.signal.aborted) return
      await settle(deps, receiver, result)
      if (!result.ok) deps.log.warn({ receiverId: receiver.id, code: result.code }, 'no sign of life of a receiver')
    } catch (err) {
      deps.log.error({ err, receiverId: receiver.id }, 'a receiver could not be supervised')
    }
  }
  const looking = keepDoing({
    everyMs: LOOK_EVERY_MS,
    async run() {
      const due = await claim(deps.db, AT_ONCE - running.size, deps.clock.now())
      for (const receiver of due) {
        const task = supervise(receiver).finally(() => running.delete(task))
        running.add(task)
      }
    },
    onError: (err) => deps.log.error({ err }, 'the receivers to supervise could not be read'),
    ...(deps.ticker ? { ticker: deps.ticker } : {}),
  })
  return {
    async stop() {
      closing.abort()
      await looking.stop()
      await Promise.all(running)
    },
  }
}
