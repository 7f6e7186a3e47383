import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import type { Bench, Size } from '../bench.ts'
import { startArrivals, type Arrivals } from '../operator/arrivals.ts'
import { operatorSeed } from '../operator/operator-seed.ts'
import { LIST, withAlarms, type RunningAlarms } from '../operator/with-alarms.ts'
import { summarise, type Samples } from '../samples.ts'
import { dataDirOf } from '../seed/bench-database.ts'
import { printTable } from '../table.ts'
import { memoryOf } from '../tree/browser/memory.ts'
import { openStreams } from './streams.ts'
import { processorTimeOf } from './processor-time.ts'

const ALARMS = 300_000
const PER_SECOND = 20
const STREAMS = 200
const SECONDS: Record<Size, number> = { small: 30, full: 120 }
/** Nothing is measured right after the streams were opened. */
const SETTLE_MS = 3_000

/** Runs in the page: when each alarm was first in the document, in milliseconds since the epoch. */
const WATCH_ROWS = `globalThis.seen = {}
globalThis.note = (root) => {
  for (const element of root.querySelectorAll?.('[id^="alarm-"]') ?? []) globalThis.seen[element.id.slice(6)] ??= Date.now()
}
new MutationObserver((changes) => {
  for (const { addedNodes, target, type } of changes) {
    if (type === 'attributes') globalThis.seen[target.id?.slice(6)] ??= Date.now()
    else for (const node of addedNodes) { globalThis.note(node); if (node.id?.startsWith('alarm-')) globalThis.seen[node.id.slice(6)] ??= Date.now() }
  }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['id'] })`

interface Round {
  name: string
  alarms: number
  /** Milliseconds until the streams heard of an alarm. */
  heard: Samples
  endedStreams: number
  /** Milliseconds until an alarm stood in the list of the browser. */
  shown: Samples | undefined
  /** Share of one processor that the main process used, in per cent. */
  processor: number
  /** Memory of the main process at the end, in MB. */
  memory: number
  /** Processor share and JavaScript memory of the page. */
  page: { processor: number; heap: number } | undefined
}

/** Opens the list in a browser that notes when alarms appear. */
async function openWatchedList({ context, product }: RunningAlarms): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(WATCH_ROWS)
  await page.goto(`${product.url}/cams/alarms`)
  await page.getByRole('listbox', LIST).getByRole('option').first().waitFor()
  return page
}

/** The processor time of the page in seconds, and its JavaScript memory in MB after a garbage collection. Counts from when it was switched on. */
async function pageFigures(devtools: CDPSession): Promise<{ seconds: number; heap: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { seconds: metric('TaskDuration'), heap: metric('JSHeapUsedSize') / 1_000_000 }
}

/** Measures for a while with some streams, and with a browser or without. */
async function measureRound(
  running: RunningAlarms,
  { sent }: Arrivals,
  { name, streams, withPage, seconds }: { name: string; streams: number; withPage: boolean; seconds: number },
): Promise<Round> {
  const { pid } = running.product.process
  const page = withPage ? await openWatchedList(running) : undefined
  // One session for all: a new one counts from zero.
  const devtools = page && (await page.context().newCDPSession(page))
  await devtools?.send('Performance.enable')
  const open = await openStreams(running, streams, sent)
  try {
    await wait(SETTLE_MS)
    open.take()
    const before = { time: await processorTimeOf(pid), page: devtools && (await pageFigures(devtools)) }
    const [began, known] = [performance.now(), sent.size]
    await wait(seconds * 1_000)
    const ms = performance.now() - began
    const time = await processorTimeOf(pid)
    const after = devtools && (await pageFigures(devtools))
    const heard = open.take()
    const seen = page ? await page.evaluate<Record<string, number>>('globalThis.seen') : {}
    const ofRound = [...sent].slice(known)
    const shown = ofRound.flatMap(([id, at]) => (seen[id] === undefined ? [] : [seen[id] - at]))
    return {
      name,
      alarms: ofRound.length,
      heard: summarise(heard),
      endedStreams: open.ended(),
      shown: page && summarise(shown),
      processor: (100 * (time - before.time)) / ms,
      memory: await memoryOf(pid),
      page: after &&
        before.page && { processor: (100_000 * (after.seconds - before.page.seconds)) / ms, heap: after.heap },
    }
  } finally {
    open.close()
    await page?.close()
  }
}

/** How late many live streams and a browser hear of new alarms, and what the main process needs for them. */
export const bench: Bench = async ({ size }) => {
  const seconds = SECONDS[size]
  const rounds = await withAlarms(ALARMS, async (running) => {
    const arrivals = await startArrivals(dataDirOf(operatorSeed(ALARMS)), PER_SECOND)
    try {
      const one = { name: 'one stream (baseline)', streams: 1, withPage: false, seconds }
      const many = { name: `${STREAMS} streams and a browser`, streams: STREAMS, withPage: true, seconds }
      return [await measureRound(running, arrivals, one), await measureRound(running, arrivals, many)]
    } finally {
      await arrivals.stop()
    }
  })
  printTable(
    ['at 20 alarms/s', 'alarms', 'heard', 'p50 ms', 'p95 ms', 'worst ms', 'streams lost', 'CPU %', 'memory MB'],
    rounds.map((round) => [
      round.name,
      `${round.alarms}`,
      `${round.heard.n}`,
      round.heard.p50,
      round.heard.p95,
      round.heard.max,
      `${round.endedStreams}`,
      round.processor,
      round.memory,
    ]),
  )
  printTable(
    ['the list in the browser', 'alarms shown', 'p50 ms', 'p95 ms', 'worst ms', 'CPU %', 'JavaScript MB'],
    rounds.flatMap(({ name, shown, page }) =>
      shown && page ? [[name, `${shown.n}`, shown.p50, shown.p95, shown.max, page.processor, page.heap]] : [],
    ),
  )
}
