import { dataDirOf } from '../seed/bench-database.ts'
import type { Bench, Size } from '../bench.ts'
import type { Samples } from '../samples.ts'
import { printTable } from '../table.ts'
import { startArrivals } from './arrivals.ts'
import { operatorSeed } from './operator-seed.ts'
import { review } from './review.ts'
import { withAlarms } from './with-alarms.ts'

const ALARMS = 300_000
const PER_SECOND = 5
const SECONDS: Record<Size, number> = { small: 60, full: 300 }

const row = (name: string, { p50, p95, max, n }: Samples, aim = ''): (string | number)[] => [
  name,
  p50,
  p95,
  max,
  aim,
  `${n}`,
]

/** How fast an operator can work through the list by keyboard, among many alarms and while new ones arrive. */
export const bench: Bench = async ({ size }) => {
  const { found, arrived } = await withAlarms(ALARMS, async (running) => {
    const arrivals = await startArrivals(dataDirOf(operatorSeed(ALARMS)), PER_SECOND)
    try {
      return { found: await review(running, SECONDS[size]), arrived: arrivals.sent.size }
    } finally {
      await arrivals.stop()
    }
  })
  printTable(
    ['an operator who waits for each picture and each label', 'measured', 'aim'],
    [
      ['alarms a minute', found.labelled / found.minutes, 'at least 60'],
      ['longest pause between two accepted labels, ms', found.pauses.max, ''],
      ['alarms labelled', `${found.labelled}`, ''],
      ['alarms that arrived meanwhile', `${arrived}`, `${PER_SECOND} a second`],
    ],
  )
  printTable(
    ['milliseconds', 'p50', 'p95', 'worst', 'aim', 'n'],
    [
      row('a key that does nothing, to the next frame (baseline)', found.idleKey),
      row('the arrow key, to the painted picture', found.picture, 'p50 50, p95 120'),
      row('a label without a browser (baseline)', found.plainLabel),
      row('the key of a label, until the browser has its reply', found.label),
      row('gap between frames, a bare list (baseline)', found.bareScroll),
      row('gap between frames, the list of alarms', found.scroll),
    ],
  )
}
