import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '@winnow/contract'
import {
  ALL_STATIONS,
  judgeArrivals,
  openFaultStation,
  type FaultStation,
  type OutboxRow,
} from '@winnow/delivery/testing/faults'
import { decideAlarm } from '@winnow/server/src/modules/alarms/decide-alarm.ts'
import { planDeliveries } from '@winnow/server/src/modules/delivery/plan-deliveries.ts'
import { inSystem } from '@winnow/server/src/platform/db/transaction.ts'
import { createAlarm } from '@winnow/server/test/factories.ts'
import { findingsOf } from '@winnow/server/test/findings.ts'
import { createRandom, type Random } from '@winnow/testkit'
import { startDeliveryProduct, type DeliveryProduct, type Place } from './delivery-product.ts'
import { drawTimeline } from './fault-timeline.ts'
import { pullWithFaults } from './pull-with-faults.ts'

export interface ReceiverFaultOptions {
  seconds: number
  alarmsPerSecond: number
  /** Determines what is wrong when, and which alarms are corrected. */
  seed: string
  print: (line: string) => void
}

/** What a slow receiver takes for each byte, in ms. A message then takes a second or two. */
const BYTE_MS = 1
/** After the last fault messages may wait for the end of a pause. It does not matter how long the machine takes to send what waits. */
const LONGEST_STANDSTILL_MS = 5 * 60_000
/** The most ms that pass before an alarm is corrected. */
const CORRECTED_WITHIN_MS = 3_000
/** The share of alarms that are corrected. */
const CORRECTED = 0.2

interface Receiver extends FaultStation {
  id: string
}

/** How many alarms are written at once, as many as there are connections. */
const WRITERS = 4

/**
 * Decides alarms at an even rate, as the analysis does. Some are corrected soon after. A machine that cannot keep the rate takes longer, since
 * an alarm is raised only when one of the writers is free.
 */
async function raiseAlarms(
  { db, wakes }: DeliveryProduct,
  place: Place,
  { random, count, perSecond }: { random: Random; count: number; perSecond: number },
): Promise<void> {
  const alarms = Array.from({ length: count }, () => ({
    correctedAfterMs: random.chance(CORRECTED) ? random.range(0, CORRECTED_WITHIN_MS) : undefined,
    verdict: random.chance(0.7) ? ('true' as const) : ('unverified' as const),
  }))
  const decide = async (id: string, verdict: 'true' | 'false' | 'unverified'): Promise<void> => {
    await inSystem(db, (tx) => decideAlarm(tx, id, findingsOf(verdict), planDeliveries, new Date()))
    wakes.wake('delivery')
  }
  const correct = async (id: string, afterMs: number): Promise<void> => {
    await wait(afterMs)
    await decide(id, 'false')
  }
  const began = performance.now()
  const corrections: Promise<void>[] = []
  const write = async (first: number): Promise<void> => {
    for (let n = first; n < count; n += WRITERS) {
      await wait(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
      const { verdict, correctedAfterMs } = alarms[n] ?? {}
      const id = await createAlarm(db, place, { verdict: null })
      await decide(id, verdict ?? 'true')
      if (correctedAfterMs === undefined) continue
      const correction = correct(id, correctedAfterMs)
      // The end tells.
      correction.catch(() => undefined)
      corrections.push(correction)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, first) => write(first)))
  await Promise.all(corrections)
}

async function faultsOf({ door }: FaultStation, random: Random, totalMs: number): Promise<void> {
  const began = performance.now()
  const at = (ms: number) => wait(Math.max(0, began + ms - performance.now()))
  for (const { fault, from, till } of drawTimeline(random, totalMs)) {
    await at(from)
    await door.begin(fault)
    await at(till)
    await door.end()
  }
}

const rowsOf = ({ db }: DeliveryProduct, receiverId: string): Promise<OutboxRow[]> =>
  inSystem(db, (tx) =>
    tx
      .selectFrom('delivery')
      .select(['id', 'sequence', 'alarm_id as alarmId', 'alarm_version as version', 'state'])
      .where('receiver_id', '=', receiverId)
      .$narrowType<{ alarmId: string; version: number }>()
      .execute(),
  )

/** Failed tries, and the time from the verdict until the slowest message was delivered, in seconds. */
async function figuresOf({ db }: DeliveryProduct, receiverId: string): Promise<{ failed: number; slowest: number }> {
  const rows = await inSystem(db, (tx) =>
    tx
      .selectFrom('delivery')
      .select(['attempts', 'created_at', 'finished_at'])
      .where('receiver_id', '=', receiverId)
      .execute(),
  )
  const failed = rows.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0)
  const seconds = rows.map(
    ({ created_at: from, finished_at: till }) => ((till?.getTime() ?? NaN) - from.getTime()) / 1000,
  )
  return { failed, slowest: seconds.reduce((worst, each) => Math.max(worst, each), 0) }
}

/** Waits until nothing waits any more. What no longer moves then is named by the judgement. */
async function untilNothingWaits({ db }: DeliveryProduct): Promise<void> {
  let least = Infinity
  let end = 0
  for (;;) {
    const { n } = await inSystem(db, (tx) =>
      tx
        .selectFrom('delivery')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow(),
    )
    const waiting = Number(n)
    if (waiting < least) end = performance.now() + LONGEST_STANDSTILL_MS
    least = Math.min(least, waiting)
    if (waiting === 0 || performance.now() > end) return
    await wait(500)
  }
}

/**
 * Receivers of all kinds are killed, hang, are slow, close their side and are restarted while alarms arrive, each by a timeline of its own.
 * @returns what must not be, a line each
 */
export async function runReceiverFaults({
  seconds,
  alarmsPerSecond,
  seed,
  print,
}: ReceiverFaultOptions): Promise<string[]> {
  const random = createRandom(seed)
  const stations: FaultStation[] = []
  for (const name of ALL_STATIONS) stations.push(await openFaultStation(name, BYTE_MS))
  const mail = stations.find(({ kind }) => kind === 'email')?.door
  const product = await startDeliveryProduct({ SMTP_URL: `smtp://${mail?.host}:${mail?.port}` })
  try {
    const place = await product.createPlace('Faults')
    const receivers: Receiver[] = []
    for (const station of stations) {
      const [id = ''] = await product.createReceivers(place, station.kind, [station.config])
      receivers.push({ ...station, id })
    }
    const [pulled = ''] = await product.createReceivers(place, 'product-api', [{ heartbeatSeconds: 0 }])
    const { secret } = await product.api.call(createToken, { body: { tokenType: 'api', name: 'Station' } })
    const totalMs = seconds * 1000
    const pulling = pullWithFaults({ url: product.url, token: secret, id: pulled }, random.fork('pull'), totalMs)
    const count = seconds * alarmsPerSecond
    const began = performance.now()
    await Promise.all([
      raiseAlarms(product, place, { random: random.fork('alarms'), count, perSecond: alarmsPerSecond }),
      ...receivers.map((receiver) => faultsOf(receiver, random.fork(receiver.name), totalMs)),
    ])
    const ended = performance.now()
    print(`${count} alarms in ${((ended - began) / 1000).toFixed(0)} s`)
    await untilNothingWaits(product)
    const { arrivals, unanswered } = await pulling.stop()
    if (unanswered > 0) print(`product-api: ${unanswered} questions had no answer within 10 s`)
    print(`nothing waited any more ${((performance.now() - ended) / 1000).toFixed(0)} s after the last alarm`)
    const all = [...receivers, { name: 'product-api', id: pulled, arrivals: () => arrivals, isReread: true }]
    const problems: string[] = []
    for (const receiver of all) {
      const rows = await rowsOf(product, receiver.id)
      const judged = judgeArrivals(rows, receiver.arrivals(), receiver)
      const { failed, slowest } = await figuresOf(product, receiver.id)
      print(
        `${receiver.name}: ${rows.length} messages, ${failed} tries more, ${judged.repeats} came again, the slowest after ${slowest.toFixed(0)} s`,
      )
      problems.push(...judged.problems.map((problem) => `${receiver.name}: ${problem}`))
    }
    return problems
  } finally {
    await product.close()
    await Promise.all(stations.map((station) => station.close()))
  }
}
