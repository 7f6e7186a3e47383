import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem, inTenant, type Tx } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { createLogger } from '../log.ts'
import { type EventBus, type EventBusOptions, startEventBus } from './event-bus.ts'
import type { LiveEvent } from './event-reader.ts'
import { publish } from './publish.ts'

const [ours, theirs] = [newId(), newId()]
const log = createLogger({ level: 'silent' })
const NEVER = 3_600_000

let database: TestDatabase
const buses: EventBus[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.stop()))
})

/** A bus that has polled once. By default it polls again only when it is woken or `refresh` is called. */
async function newBus(options: Partial<EventBusOptions> = {}): Promise<EventBus> {
  const bus = startEventBus({ url: database.url, clock: { now: () => new Date() }, log, idleLookMs: NEVER, ...options })
  buses.push(bus)
  const started = Promise.withResolvers<void>()
  const first = bus.subscribe({ onEvents: () => {}, onGap: started.resolve })
  await started.promise
  first.close()
  return bus
}

/** Adds a subscriber that records its events. */
function listen(bus: EventBus, after?: string, companyId: string | undefined = ours) {
  const received: LiveEvent[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let gaps = 0
  const subscription = bus.subscribe({
    ...(companyId && { companyId }),
    after,
    onEvents(events) {
      received.push(...events)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    },
    onGap: () => gaps++,
  })
  return {
    ...subscription,
    startedAt: after ?? subscription.position(),
    received,
    names: () => received.map(({ payload }) => payload),
    gaps: () => gaps,
    hears: (count: number) =>
      received.length >= count ? undefined : new Promise<void>((resolve) => waiting.push({ count, resolve })),
  }
}

const happened = (name: unknown, companyId = ours) => ({ companyId, type: 'test.happened', payload: name })

/** Writes an event like a process that dies before it can wake others. */
async function insertSilently(name: string): Promise<void> {
  await inTenant(database.runtime, ours, (tx) =>
    sql`insert into live_event (company_id, type, payload) values (${ours}, 'test.happened', ${JSON.stringify(name)})`.execute(
      tx,
    ),
  )
}

/** Opens a transaction that stays open until the test ends it. */
async function openTransaction(companyId = ours) {
  const opened = Promise.withResolvers<Tx>()
  const end = Promise.withResolvers<'commit' | 'roll back'>()
  const work = inTenant(database.runtime, companyId, async (tx) => {
    opened.resolve(tx)
    if ((await end.promise) === 'roll back') throw new Error('rolled back')
  })
  const ended = work.catch(() => {})
  const tx = await opened.promise
  const finish = async (how: 'commit' | 'roll back') => {
    end.resolve(how)
    await ended
  }
  return { tx, commit: () => finish('commit'), rollBack: () => finish('roll back') }
}

describe('events', () => {
  test('are delivered after their transaction commits, and never if it rolls back', async () => {
    const bus = await newBus()
    const listener = listen(bus)
    const kept = await openTransaction()
    const dropped = await openTransaction()
    await publish(kept.tx, happened('kept'), happened({ deep: [1, null, 'ü'] }))
    await publish(dropped.tx, happened('dropped'))
    await bus.refresh()
    expect(listener.received).toEqual([])
    await dropped.rollBack()
    await kept.commit()
    await listener.hears(2)
    await bus.refresh()
    expect(listener.names()).toEqual(['kept', { deep: [1, null, 'ü'] }])
    expect(listener.received[0]).toMatchObject({ companyId: ours, type: 'test.happened' })
  })

  test('of a transaction that commits late are not skipped, and events of faster transactions do not wait for it', async () => {
    const bus = await newBus()
    const listener = listen(bus)
    const slow = await openTransaction()
    await publish(slow.tx, happened('slow'))
    await inTenant(database.runtime, ours, (tx) => publish(tx, happened('fast')))
    await listener.hears(1)
    expect(listener.names()).toEqual(['fast'])
    const position = listener.received[0]?.position
    listener.close()
    await slow.commit()
    const again = listen(bus, position)
    await again.hears(1)
    await bus.refresh()
    expect(again.names()).toEqual(['slow'])
    expect(again.gaps()).toBe(0)
  })

  test('reach only their company, or subscribers to all companies', async () => {
    const bus = await newBus()
    const [mine, everybodys] = [listen(bus), listen(bus, undefined, '')]
    await inSystem(database.runtime, (tx) => publish(tx, happened('ours'), happened('theirs', theirs)))
    await everybodys.hears(2)
    expect(mine.names()).toEqual(['ours'])
    const replay = listen(bus, everybodys.received[0]?.position, theirs)
    await replay.hears(1)
    expect(replay.names()).toEqual(['theirs'])
  })

  test('cannot be written for another company than the transaction’s', async () => {
    const work = inTenant(database.runtime, ours, (tx) => publish(tx, happened('forged', theirs)))
    await expect(work).rejects.toThrow(/row-level security/)
  })

  test('can be resumed after any event within a batch', async () => {
    const bus = await newBus()
    const listener = listen(bus)
    await inTenant(database.runtime, ours, (tx) =>
      publish(tx, ...([happened(1), happened(2), happened(3), happened(4)] as const)),
    )
    await listener.hears(4)
    for (const [at, event] of listener.received.entries()) {
      const again = listen(bus, event.position)
      await bus.refresh()
      expect(again.names()).toEqual([1, 2, 3, 4].slice(at + 1))
    }
  })

  test('are delivered exactly once, for any order of commits and any reconnections', async () => {
    const bus = await newBus()
    const draw = seededRandom(20261120)
    const committed: number[] = []
    const open: { at: Awaited<ReturnType<typeof openTransaction>>; events: number[] }[] = []
    const start = listen(bus)
    const listeners = Array.from({ length: 4 }, () => ({
      end: listen(bus, start.position()),
      received: [] as unknown[],
    }))
    for (let step = 0, next = 0; step < 400; step++) {
      const choice = draw()
      const transaction = open[Math.floor(draw() * open.length)]
      const listener = listeners[Math.floor(draw() * listeners.length)]
      if (choice < 0.2 && open.length < 8) {
        open.push({ at: await openTransaction(), events: [] })
      } else if (choice < 0.55 && transaction) {
        const events = Array.from({ length: 1 + Math.floor(draw() * 3) }, () => next++)
        await publish(transaction.at.tx, happened(events[0]), ...events.slice(1).map((name) => happened(name)))
        transaction.events.push(...events)
      } else if (choice < 0.7 && transaction) {
        open.splice(open.indexOf(transaction), 1)
        if (draw() < 0.2) await transaction.at.rollBack()
        else {
          committed.push(...transaction.events)
          await transaction.at.commit()
        }
      } else if (choice < 0.85) {
        await bus.refresh()
      } else if (listener) {
        // The subscriber unsubscribes after some events, so the others did not reach it.
        const { end } = listener
        const got = end.received.slice(0, Math.ceil(draw() * end.received.length))
        end.close()
        listener.received.push(...got.map(({ payload }) => payload))
        listener.end = listen(bus, got.at(-1)?.position ?? end.startedAt)
      }
    }
    for (const { at, events } of open) {
      committed.push(...events)
      await at.commit()
    }
    await bus.refresh()
    expect(committed.length).toBeGreaterThan(100)
    for (const { end, received } of listeners) {
      const all = [...received, ...end.names()].map(Number)
      expect(all.toSorted((a, b) => a - b)).toEqual(committed.toSorted((a, b) => a - b))
      expect(end.gaps()).toBe(0)
    }
  })
})

describe('processes', () => {
  test('are woken by another process', async () => {
    const bus = await newBus()
    const listener = listen(bus)
    await bus.refresh()
    await insertSilently('from elsewhere')
    await sql`notify winnow_live`.execute(database.runtime)
    await listener.hears(1)
    expect(listener.names()).toEqual(['from elsewhere'])
  })

  test('wake other processes only after the commit', async () => {
    const bus = await newBus()
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query(`set app.system = 'on'; listen winnow_live`)
    let woken = 0
    const wake = new Promise<void>((resolve) => other.on('notification', () => resolve(void woken++)))
    const transaction = await openTransaction()
    await publish(transaction.tx, happened('here'))
    await bus.refresh()
    await other.query('select 1')
    expect(woken).toBe(0)
    await transaction.commit()
    await wake
    const { rows } = await other.query('select payload from live_event order by id desc limit 1')
    await other.end()
    expect(rows).toEqual([{ payload: 'here' }])
  })

  test('that die between commit and notification lose no events, because the others poll periodically', async () => {
    const bus = await newBus({ idleLookMs: 20 })
    const listener = listen(bus)
    await insertSilently('unannounced')
    await listener.hears(1)
    expect(listener.names()).toEqual(['unannounced'])
  })

  test('whose connection breaks lose no events', async () => {
    const bus = await newBus()
    const listener = listen(bus)
    await bus.refresh()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'winnow live' and datname = current_database()`.execute(database.runtime)
    await insertSilently('meanwhile')
    await listener.hears(1)
    expect(listener.names()).toEqual(['meanwhile'])
    expect(listener.gaps()).toBe(0)
  })
})

describe('a gap is reported', () => {
  test.each([
    ['that is nobody’s', 'garbage'],
    ['of an older kind', '1764'],
    ['from another database', `${Date.now().toString(36)}.999999999999:999999999999:`],
    ['of a clock that was set back since', `${(Date.now() + 3_600_000).toString(36)}.3:3:`],
    ['that is too old', `${(Date.now() - 3_600_000).toString(36)}.3:3:`],
  ])('for a position %s, and events continue', async (_name, position) => {
    const bus = await newBus()
    const listener = listen(bus, position)
    await bus.refresh()
    expect([listener.gaps(), listener.received]).toEqual([1, []])
    await inTenant(database.runtime, ours, (tx) => publish(tx, happened('next')))
    await listener.hears(1)
    expect(listener.names()).toEqual(['next'])
  })

  test('to a subscriber that missed very many events, and to no other', async () => {
    const bus = await newBus()
    const [mine, other] = [listen(bus), listen(bus, undefined, theirs)]
    await bus.refresh()
    await inSystem(database.runtime, async (tx) => {
      const many = Array.from({ length: 2_001 }, (_all, at) => happened(at))
      await publish(tx, happened('theirs', theirs), ...many)
    })
    await other.hears(1)
    await bus.refresh()
    expect([mine.gaps(), other.gaps()]).toEqual([1, 0])
    expect(mine.received).toEqual([])
    expect(other.names()).toEqual(['theirs'])
  })
})

test('old events are deleted, and so are events from the future in a restored copy', async () => {
  await inSystem(database.runtime, async (tx) => {
    await sql`insert into live_event (company_id, type, payload, created_at, xid) values
      (${ours}, 'old.gone', '{}', now() - interval '2 hours', pg_current_xact_id()),
      (${ours}, 'old.kept', '{}', now() - interval '10 minutes', pg_current_xact_id()),
      (${ours}, 'old.future', '{}', now(), '999999999999')`.execute(tx)
  })
  const bus = await newBus()
  await bus.refresh()
  const left = await inSystem(database.runtime, (tx) =>
    tx.selectFrom('live_event').select('type').where('type', 'like', 'old.%').execute(),
  )
  expect(left).toEqual([{ type: 'old.kept' }])
})

test('a subscriber that fails does not disturb the others', async () => {
  const bus = await newBus()
  bus.subscribe({
    onEvents() {
      throw new Error('socket closed')
    },
    onGap: () => {},
  })
  const listener = listen(bus)
  await inTenant(database.runtime, ours, (tx) => publish(tx, happened('heard')))
  await listener.hears(1)
  expect(listener.names()).toEqual(['heard'])
})
