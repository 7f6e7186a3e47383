import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench, Size } from '../bench.ts'
import { printTable } from '../table.ts'
import { measureLooks, type LookRate } from '../vision/look-rate.ts'
import { drawAlarms } from './drawn-alarms.ts'
import { runRate } from './run-rate.ts'
import { startWorkingProduct } from './working-product.ts'

const PROCESSES = [1, 2] as const
const RATES = [1, 5, 20] as const
/** Duration of sending at each rate, and the smallest number of alarms: a p95 of few alarms is meaningless. */
const SECONDS: Record<Size, number> = { small: 30, full: 300 }
const ALARMS = 60
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/**
 * Measures the time from the start of sending by a camera to the verdict on an open live stream, at several rates, in the running product
 * with its real models. Half of the cameras send by mail, half by HTTP. Also measures the models' share of the analysis processes' time.
 * The baseline passes the same alarms one after the other directly to the pool.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'verdicts-'))
  try {
    const alarms = await drawAlarms()
    const rates: LookRate[] = []
    for (const processes of PROCESSES) rates.push(await measureLooks(alarms, { processes, dataDir: dir }))
    console.log('\nThe pool alone, every process busy: the baseline')
    printTable(
      ['processes', 'alarms/s', 'ms per alarm', 'networks ÷ busy time', 'networks ÷ wall time'],
      rates.map((rate) => [
        `${rate.processes}`,
        rate.alarmsPerSecond,
        (1000 * rate.processes) / rate.alarmsPerSecond,
        rate.ofBusy,
        rate.ofWall,
      ]),
    )
    const product = await startWorkingProduct(dir, alarms)
    try {
      const rows: (string | number)[][] = []
      for (const rate of RATES) {
        const seconds = Math.max(SECONDS[size], ALARMS / rate)
        const run = await runRate(product, alarms, { rate, seconds })
        rows.push([
          `${rate}/s`,
          `${run.sent}`,
          run.p50,
          run.p95,
          `${run.unverified}`,
          `${run.corrected}`,
          `${run.hurried}`,
          `${run.refused}`,
        ])
      }
      console.log('\nThe started product with two analysis processes, one rate after the other, deadline 15 s')
      printTable(
        [
          'alarms',
          'sent',
          'verdict p50 s',
          'verdict p95 s',
          'out unverified',
          'of these corrected',
          'in a hurry',
          'refused',
        ],
        rows,
      )
    } finally {
      await product.close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
