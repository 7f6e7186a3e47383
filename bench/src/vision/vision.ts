import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACK_SETS } from '@winnow/vision/packs'
import type { Bench, Size } from '../bench.ts'
import { printTable } from '../table.ts'
import { drawAlarms } from '../verdicts/drawn-alarms.ts'
import { runRate } from '../verdicts/run-rate.ts'
import { startWorkingProduct } from '../verdicts/working-product.ts'
import { measureBareNetworks } from './bare-network.ts'
import { measureLooks, type LookRate } from './look-rate.ts'
import { installPacks } from './pack-folders.ts'

const PROCESSES = [1, 2] as const
const RATE = 5
const SECONDS: Record<Size, number> = { small: 20, full: 300 }
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

const NETWORKS = ['pvb-2003', 'yolox-nano', 'nanodet-m-416', 'fastestdet', 'nanodet-plus-15x'] as const

/** Sets of packs. Each has one pack more than the set before, to show the pack's cost. The empty set uses the built-in detector. */
const COMMITTEES: readonly { name: string; packs: readonly string[] }[] = [
  { name: 'built in', packs: [] },
  { name: 'yolox-nano', packs: ['yolox-nano'] },
  { name: '… + fastestdet', packs: ['yolox-nano', 'fastestdet'] },
  { name: '… + nanodet-m-416 (fast)', packs: PACK_SETS['fast'] ?? [] },
  { name: 'nanodet-plus-15x', packs: ['nanodet-plus-15x'] },
  { name: '… + fastestdet (recommended)', packs: PACK_SETS['recommended'] ?? [] },
  { name: '… + pvb-2003 (accurate)', packs: PACK_SETS['accurate'] ?? [] },
]

/**
 * The cost of analysing a frame: each stage, each pack, on one core and on two; the networks' share of the time; and the time from sending
 * to verdict in the running product at five alarms per second, as in the bench of verdicts. The baselines are the bare networks on ONNX
 * Runtime, without a pipeline.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'vision-'))
  try {
    const alarms = await drawAlarms()
    const all = join(dir, 'all')
    const present: boolean[] = []
    for (const id of NETWORKS) present.push(await installPacks(all, [id]))
    if (present.includes(true)) {
      console.log('\nThe bare networks, milliseconds a run: the baseline')
      printTable(
        ['pack', 'ms'],
        (await measureBareNetworks(all)).map(({ id, ms }) => [id, ms]),
      )
    }
    const rates: { name: string; rate: LookRate }[] = []
    const missing: string[] = []
    for (const [index, { name, packs }] of COMMITTEES.entries()) {
      const dataDir = join(dir, `${index}`)
      if (!(await installPacks(dataDir, packs))) {
        missing.push(name)
        continue
      }
      for (const processes of PROCESSES) rates.push({ name, rate: await measureLooks(alarms, { processes, dataDir }) })
    }
    if (missing.length > 0)
      console.log(`\nLeft out, since files of their packs are not here (npm run models -- add): ${missing.join('; ')}`)
    printRates(rates)
    await measureProduct(dir, alarms, SECONDS[size])
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function printRates(rates: readonly { name: string; rate: LookRate }[]): void {
  console.log('\nMilliseconds a frame, one alarm after the other; "around" is scaling, reading answers and linking')
  printTable(
    ['packs', 'decode', 'motion', 'networks', 'around', 'decide', 'total'],
    rates
      .filter(({ rate }) => rate.processes === 1)
      .map(({ name, rate: { stages } }) => [
        name,
        stages.decode,
        stages.motion,
        stages.models,
        stages.around,
        stages.decide,
        stages.total,
      ]),
  )
  console.log('\nA full pool')
  printTable(
    ['packs', 'processes', 'alarms/s', 'frames/s', 'networks ÷ busy', 'networks ÷ wall', 'MiB a process'],
    rates.map(({ name, rate }) => [
      name,
      `${rate.processes}`,
      rate.alarmsPerSecond,
      rate.framesPerSecond,
      rate.ofBusy,
      rate.ofWall,
      rate.memory,
    ]),
  )
}

async function measureProduct(dir: string, alarms: readonly Buffer[][], seconds: number): Promise<void> {
  const rows: (string | number)[][] = []
  for (const name of ['fast', 'recommended', 'accurate']) {
    const dataDir = join(dir, `product-${name}`)
    if (!(await installPacks(dataDir, PACK_SETS[name] ?? []))) continue
    const product = await startWorkingProduct(dataDir, alarms)
    try {
      const run = await runRate(product, alarms, { rate: RATE, seconds })
      rows.push([name, `${run.sent}`, run.p50, run.p95, `${run.unverified}`, `${run.refused}`])
    } finally {
      await product.close()
    }
  }
  if (rows.length === 0) return
  console.log(
    `\nThe started product with two analysis processes, ${seconds} s at ${RATE} alarms/s, from sending to verdict`,
  )
  printTable(['packs', 'sent', 'p50 s', 'p95 s', 'out unverified', 'refused'], rows)
}
