import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { enqueueAnalysis } from '@winnow/server/src/modules/analysis/enqueue-analysis.ts'
import type { Db } from '@winnow/server/src/platform/db/transaction.ts'
import { inSystem } from '@winnow/server/src/platform/db/transaction.ts'
import { startWorkWakes } from '@winnow/server/src/platform/events/work-wakes.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { sql } from 'kysely'
import type { Size } from '../bench.ts'
import { summarise } from '../samples.ts'
import { openBenchDatabase } from '../seed/bench-database.ts'
import { printTable } from '../table.ts'

const CLAIMER = fileURLToPath(new URL('./claimer-main.ts', import.meta.url))
const ALARMS = { woken: { small: 300, full: 2_000 }, polling: { small: 60, full: 400 } } as const satisfies Record<
  string,
  Record<Size, number>
>
/** The largest pause before an alarm, in milliseconds. It is long enough for alarms to arrive at any time between two polls. */
const PAUSE_MS = { woken: 50, polling: 500 } as const
const COMPANY = randomUUID()

/** Times in nanoseconds of the machine's clock, which all its processes share. */
type Claim = { alarmId: string; began: bigint; claimed: bigint }

/** Measures the time from the commit of an alarm in this process to the start, and to the end, of its claim in another process. */
export async function printWakes(size: Size): Promise<void> {
  const database = await openBenchDatabase({ name: 'wakes', version: '1', write: () => Promise.resolve() })
  const url = database.server.runtimeUrl
  const log = createLogger({ level: 'error', write: (line) => console.error(line) })
  const wakes = startWorkWakes({ url, log })
  try {
    const rows: (string | number)[][] = []
    for (const [name, how] of [
      ['woken', 'woken'],
      ['looking every 500 ms (baseline)', 'polling'],
    ] as const) {
      await inSystem(database.owner, (tx) => sql`truncate analysis_task, analysis_lane`.execute(tx))
      const { starts, ends } = await fileAlarms(database.runtime, how, ALARMS[how][size], { url, wakes })
      const [start, end] = [summarise(starts), summarise(ends)]
      rows.push([name, `${start.n}`, start.p50, start.p95, end.p50, end.p95])
    }
    printTable(['the other process is', 'alarms', 'claim begins p50 ms', 'p95 ms', 'claimed p50 ms', 'p95 ms'], rows)
  } finally {
    await wakes.stop()
    await database.close()
  }
}

async function fileAlarms(
  db: Db,
  how: keyof typeof ALARMS,
  count: number,
  { url, wakes }: { url: string; wakes: ReturnType<typeof startWorkWakes> },
): Promise<{ starts: number[]; ends: number[] }> {
  const child = fork(CLAIMER, [url, how], { serialization: 'advanced' })
  const waiting = new Map<string, (claim: Claim) => void>()
  child.on('message', (said: Claim | { looked: true }) => {
    if ('alarmId' in said) waiting.get(said.alarmId)?.(said)
  })
  const starts: number[] = []
  const ends: number[] = []
  try {
    await once(child, 'message')
    await wait(1_000)
    for (let index = 0; index < count; index++) {
      await wait(Math.random() * PAUSE_MS[how])
      const alarm = { id: randomUUID(), companyId: COMPANY, viewId: randomUUID() }
      const claim = new Promise<Claim>((resolve) => waiting.set(alarm.id, resolve))
      const now = new Date()
      const times = { inTimeUntil: new Date(now.getTime() + 15_000), releaseAt: null }
      await inSystem(db, (tx) => enqueueAnalysis(tx, alarm, times, now))
      const committed = process.hrtime.bigint()
      wakes.wake('analysis')
      const { began, claimed } = await claim
      starts.push(Number(began - committed) / 1e6)
      ends.push(Number(claimed - committed) / 1e6)
    }
  } finally {
    child.kill()
  }
  return { starts, ends }
}
