import { setTimeout as wait } from 'node:timers/promises'
import { inSystem, inTenant } from '@winnow/server/src/platform/db/transaction.ts'
import { sql } from 'kysely'
import type { WorkingProduct } from './working-product.ts'

/** How long the line may take to empty after the last alarm. What waits longer went out unverified long before. */
const DRAIN_MS = 120_000

interface RateRun {
  sent: number
  refused: number
  /** From receipt to release, in seconds. */
  p50: number
  p95: number
  unverified: number
  corrected: number
}

async function multipart(pictures: readonly Buffer[]): Promise<{ body: Buffer; contentType: string }> {
  const form = new FormData()
  for (const [index, picture] of pictures.entries())
    form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${index}.jpg`)
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? '',
  }
}

/** Sends alarms at an even rate whatever becomes of them, as cameras do, and reads what the product wrote about each. */
export async function runRate(
  product: WorkingProduct,
  alarms: readonly Buffer[][],
  options: { rate: number; seconds: number },
): Promise<RateRun> {
  const bodies = await Promise.all(alarms.map(multipart))
  const began = new Date()
  const total = options.rate * options.seconds
  const sending: Promise<boolean>[] = []
  for (let index = 0; index < total; index++) {
    const due = began.getTime() + (index * 1000) / options.rate
    await wait(Math.max(0, due - Date.now()))
    const alarm = bodies[index % bodies.length]
    if (!alarm) throw new Error('there is nothing to send')
    sending.push(
      product.send(alarm.body, alarm.contentType).then(
        () => true,
        () => false,
      ),
    )
  }
  const accepted = await Promise.all(sending)
  await drained(product, began)
  return { sent: total, refused: accepted.filter((ok) => !ok).length, ...(await read(product, began)) }
}

async function drained(product: WorkingProduct, since: Date): Promise<void> {
  const until = Date.now() + DRAIN_MS
  while (Date.now() < until) {
    const left = await inTenant(product.database.runtime, product.company, (tx) =>
      sql<{ n: number }>`select (select count(*) from analysis_task)::int
        + (select count(*) from signal where state = 'stored' and received_at >= ${since})::int as n`.execute(tx),
    )
    if (left.rows[0]?.n === 0) return
    await wait(250)
  }
  // The next rate begins with an empty line. Lanes without tasks are given up by the workers that find them.
  await inSystem(product.database.runtime, (tx) => tx.deleteFrom('analysis_task').execute())
}

async function read(product: WorkingProduct, since: Date): Promise<Omit<RateRun, 'sent' | 'refused'>> {
  const { rows } = await inTenant(product.database.runtime, product.company, (tx) =>
    sql<Omit<RateRun, 'sent' | 'refused'>>`
      select percentile_cont(0.5) within group (order by seconds) as p50, percentile_cont(0.95) within group (order by seconds) as p95,
        (count(*) filter (where late))::int as unverified, (count(*) filter (where late and verdict <> 'unverified'))::int as corrected
      from (select extract(epoch from first_verdict_at - received_at)::float8 as seconds, verdict,
          (verdict = 'unverified' or released_at >= deadline_at) as late
        from alarm where received_at >= ${since}) a`.execute(tx),
  )
  return rows[0] ?? { p50: Number.NaN, p95: Number.NaN, unverified: 0, corrected: 0 }
}
