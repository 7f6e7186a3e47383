import type { Bench } from '../bench.ts'
import { printTable } from '../table.ts'
import { readChunks } from './bundle.ts'
import { measureFirstAlarm } from './first-alarm.ts'

const KB = 1000

/** How much the console weighs, and how long an operator waits for the first alarm on the screen. */
export const bench: Bench = async () => {
  const chunks = await readChunks()
  const sum = (which: typeof chunks, of: 'bytes' | 'gzip') => which.reduce((total, chunk) => total + chunk[of], 0) / KB
  const initial = chunks.filter((chunk) => chunk.initial)
  printTable(
    ['chunk', 'KB', 'gzip KB', 'loaded at first'],
    [
      ...chunks
        .slice(0, 15)
        .map(({ name, bytes, gzip, initial: first }) => [name, bytes / KB, gzip / KB, first ? 'yes' : '']),
      ['all that is loaded at first', sum(initial, 'bytes'), sum(initial, 'gzip'), ''],
      ['everything', sum(chunks, 'bytes'), sum(chunks, 'gzip'), ''],
    ],
  )
  const { baseline, cold, warm } = await measureFirstAlarm()
  printTable(
    ['to the first alarm on the screen', 'p50 ms', 'worst ms'],
    [
      ['a picture of the same server (baseline)', baseline.p50, baseline.max],
      ['a browser that was never here', cold.p50, cold.max],
      ['again, from its cache', warm.p50, warm.max],
    ],
  )
}
