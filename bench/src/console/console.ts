import type { Bench } from '../bench.ts'
import { printTable } from '../table.ts'
import { readChunks } from './bundle.ts'
import { measureFirstAlarm } from './first-alarm.ts'
import { measureNextPicture } from './next-picture.ts'
import { withDemo } from './with-demo.ts'

const KB = 1000

/** The size of the console's files, and an operator's waiting times for the first alarm on the screen and for the next picture. */
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
  const { first, next } = await withDemo(async (demo) => ({
    first: await measureFirstAlarm(demo),
    next: await measureNextPicture(demo),
  }))
  printTable(
    ['to the first alarm on the screen', 'p50 ms', 'worst ms'],
    [
      ['a picture of the same server (baseline)', first.baseline.p50, first.baseline.max],
      ['a browser that was never here', first.cold.p50, first.cold.max],
      ['again, from its cache', first.warm.p50, first.warm.max],
    ],
  )
  printTable(
    ['from a key to what it shows', 'p50 ms', 'p95 ms', 'worst ms'],
    [
      [
        'a key that does nothing, to the next frame (baseline)',
        next.baseline.p50,
        next.baseline.p95,
        next.baseline.max,
      ],
      ['the arrow key, to the next alarm’s picture', next.picture.p50, next.picture.p95, next.picture.max],
    ],
  )
}
