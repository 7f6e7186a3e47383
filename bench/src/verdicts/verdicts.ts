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
const SECONDS: Record<Size, number> = { small: 15, full: 300 }
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/**
 * From the receipt of an alarm over HTTP to its verdict, in the whole product with its real models, at some rates; and how much
 * of the analysis processes' time the models get. The baseline is the same alarms one after the other straight into the pool.
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
    const product = await startWorkingProduct(dir)
    try {
      const rows: (string | number)[][] = []
      for (const rate of RATES) {
        const run = await runRate(product, alarms, { rate, seconds: SECONDS[size] })
        rows.push([`${rate}/s`, run.sent, run.p50, run.p95, `${run.unverified}`, `${run.corrected}`, `${run.refused}`])
      }
      console.log(`\nThe whole product, ${SECONDS[size]} s at each rate, deadline 15 s`)
      printTable(
        ['alarms', 'sent', 'verdict p50 s', 'verdict p95 s', 'out unverified', 'of these corrected', 'refused'],
        rows,
      )
    } finally {
      await product.close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
