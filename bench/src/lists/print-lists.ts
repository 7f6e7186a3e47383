import type { Samples } from '../samples.ts'
import { figure, printTable } from '../table.ts'
import { BASELINE_MS, type Measured } from './measure-viewer.ts'

/** Upper target for the 95th percentile, in milliseconds. */
const AIM_MS = 50

/** Measurements of one table, by viewer. */
export type Table = ReadonlyMap<string, Measured>

const cells = (samples: Samples | undefined): string =>
  samples ? `${figure(samples.p50)} / ${figure(samples.p95)}` : '–'

const baselineCell = (samples: Samples | undefined): string => {
  if (!samples) return '–'
  return Number.isFinite(samples.p50) ? figure(samples.p50) : `> ${BASELINE_MS}`
}

const isBaseline = (name: string): boolean => name.includes('|flat')

/**
 * Lists the queries that miss the target, slowest first, so that nobody has to search the tables. The fastest run distinguishes a slow
 * query from one that was delayed by other work on the machine.
 */
function printSlow(table: string, tables: Table): void {
  const all = [...tables].flatMap(([viewer, measured]) =>
    [...measured].filter(([name]) => !isBaseline(name)).map(([name, samples]) => ({ viewer, name, samples })),
  )
  const slow = all
    .filter(({ samples }) => samples.p95 >= AIM_MS)
    .toSorted((one, other) => other.samples.p95 - one.samples.p95)
  console.log(`\n${table} alarms: p95 of ${all.length - slow.length} of ${all.length} is below ${AIM_MS} ms`)
  if (slow.length > 0)
    printTable(
      ['who', 'what', 'fastest', 'p50 / p95'],
      slow.map(({ viewer, name, samples }) => [viewer, name.replace('|', ', '), samples.min, cells(samples)]),
    )
}

/** Prints both tables side by side, with one section for each viewer, and the queries that miss the target. */
export function printLists(sizes: readonly [number, number], smaller: Table, larger: Table): void {
  const [tenth = '', whole = ''] = sizes.map((alarms) => alarms.toLocaleString('en'))
  for (const [viewer, measured] of larger) {
    const before = smaller.get(viewer)
    const names = [...new Set([...measured.keys()].map((name) => name.split('|')[0] ?? name))]
    console.log(`\n${viewer}: milliseconds in the server, p50 / p95, at ${tenth} and ${whole} alarms`)
    printTable(
      ['filter', `page ${tenth}`, `page ${whole}`, 'flat SQL', `count ${tenth}`, `count ${whole}`, 'flat count'],
      names
        .filter((name) => measured.has(`${name}|page`))
        .map((name) => [
          name,
          cells(before?.get(`${name}|page`)),
          cells(measured.get(`${name}|page`)),
          baselineCell(measured.get(`${name}|flat page`)),
          cells(before?.get(`${name}|count`)),
          cells(measured.get(`${name}|count`)),
          baselineCell(measured.get(`${name}|flat count`)),
        ]),
    )
    printTable(
      ['look', tenth, whole],
      names
        .filter((name) => measured.has(name))
        .map((name) => [name, cells(before?.get(name)), cells(measured.get(name))]),
    )
  }
  printSlow(tenth, smaller)
  printSlow(whole, larger)
}
