import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../samples.ts'
import type { Pictures, WorkingProduct } from './working-product.ts'

/** Time limit for emptying the queue after the last alarm. An alarm that waits longer was passed on unverified long before. */
const DRAIN_MS = 120_000

interface RateRun {
  sent: number
  refused: number
  /** Seconds from the start of sending by a camera to the verdict on the live stream. */
  p50: number
  p95: number
  unverified: number
  corrected: number
  /** Alarms of which only two pictures were looked at, because many waited. */
  hurried: number
}

type Counts = Pick<RateRun, 'unverified' | 'corrected' | 'hurried'>

/** Cameras send at an even rate, independent of the responses. Records the product's verdict on each alarm. */
export async function runRate(
  product: WorkingProduct,
  alarms: readonly Pictures[],
  options: { rate: number; seconds: number },
): Promise<RateRun> {
  const began = new Date()
  const total = options.rate * options.seconds
  const sending: Promise<boolean>[] = []
  for (let index = 0; index < total; index++) {
    const due = began.getTime() + (index * 1000) / options.rate
    await wait(Math.max(0, due - Date.now()))
    sending.push(product.send(alarms[index % alarms.length] ?? []))
  }
  const accepted = await Promise.all(sending)
  await drained(product)
  const seconds = product.watch.take()
  return {
    sent: total,
    refused: accepted.filter((ok) => !ok).length,
    p50: percentile(seconds, 0.5),
    p95: percentile(seconds, 0.95),
    ...(await countLate(product, began)),
  }
}

/** Waits until every alarm was analysed, including those passed on unverified, and its verdict was received. */
async function drained(product: WorkingProduct): Promise<void> {
  const until = Date.now() + DRAIN_MS
  await product.asOwner(async (client) => {
    while (Date.now() < until) {
      const { rows } = await client.query<{ n: number }>(
        `select (select count(*) from analysis_task)::int + (select count(*) from signal where state = 'stored')::int as n`,
      )
      if (rows[0]?.n === 0 && product.watch.waiting() === 0) return
      await wait(250)
    }
  })
  if (product.watch.waiting() > 0) throw new Error(`${product.watch.waiting()} alarms got no verdict`)
}

async function countLate(product: WorkingProduct, since: Date): Promise<Counts> {
  const { rows } = await product.asOwner((client) =>
    client.query<Counts>(
      `select (count(*) filter (where is_late))::int as unverified,
          (count(*) filter (where is_late and verdict <> 'unverified'))::int as corrected,
          (count(*) filter (where reasons @> '[{"code": "fewer-looks"}]'))::int as hurried
        from alarm cross join lateral (select verdict = 'unverified' or coalesce(released_at >= deadline_at, false) as is_late) as late
        where received_at >= $1`,
      [since],
    ),
  )
  return rows[0] ?? { unverified: Number.NaN, corrected: Number.NaN, hurried: Number.NaN }
}
