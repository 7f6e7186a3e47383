import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { countStates } from '@winnow/server/src/modules/schedules/count-states.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant } from '@winnow/server/src/platform/db/transaction.ts'
import { printTable } from '../table.ts'
import { adminOf } from './states.ts'

/** Wednesday, 18:00 in the zones of all sites. */
const CHANGE = Date.UTC(2027, 0, 13, 17)
const RUNS = 3
const TICK_MS = 2

/** Frees what nobody holds, and returns what is left of the heap in MB. */
function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / 1e6
}

interface Stall {
  took: number
  /** The longest time for which timers were late. */
  delay: number
  /** The most processor time of this thread between two timers: what no other process can add to. */
  cpu: number
}

/** Runs work and watches how long the event loop stands still meanwhile. */
async function watch(work: () => Promise<unknown>): Promise<Stall> {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  let cpu = 0
  const used = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let before = used()
  const ticker = setInterval(() => {
    cpu = Math.max(cpu, used() - before)
    before = used()
  }, TICK_MS)
  delay.enable()
  const began = performance.now()
  await work()
  const took = performance.now() - began
  await wait(TICK_MS)
  clearInterval(ticker)
  delay.disable()
  return { took, delay: delay.max / 1e6, cpu }
}

/**
 * All windows open at the same instant, and everything that depends on it is asked for: the states of all cameras. No timer runs for it in
 * the server, so what happens then is what is asked then.
 */
export async function printEvening(database: Database, scenario: Scenario): Promise<void> {
  const companyId = companyOf(scenario)
  const ask = (at: number) => () =>
    inTenant(database.runtime, companyId, (tx) => countStates(tx, adminOf(companyId), new Date(at)), { readOnly: true })
  const before = heapMb()
  const first = await watch(ask(CHANGE - 60_000))
  const kept = heapMb() - before
  const rows: (string | number)[][] = [['the first time, nothing kept', first.took, first.delay, first.cpu]]
  for (let run = 0; run < RUNS; run++) {
    const day = CHANGE + run * 86_400_000
    await ask(day - 60_000)()
    const idle = await watch(() => wait(300))
    rows.push(['idle (baseline)', idle.took, idle.delay, idle.cpu])
    const changed = await watch(ask(day))
    rows.push(['18:00, every window opens', changed.took, changed.delay, changed.cpu])
    const again = await watch(ask(day + 1_000))
    rows.push(['a second later, nothing changes', again.took, again.delay, again.cpu])
  }
  const sites = scenario.size.sites.toLocaleString('en')
  console.log(
    `\n${sites} sites whose windows open at 18:00; milliseconds. What is kept of them takes ${kept.toFixed(1)} MB`,
  )
  printTable(['what', 'took', 'event loop late by, at most', 'of that processor time, at most'], rows)
}
