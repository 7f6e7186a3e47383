import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderRuleScene, renderScene } from '@winnow/testkit'
import { createAnalysisPool, type AnalysisJob, type AnalysisPool } from '@winnow/vision'
import { packFolder, PACK_SETS, recogniserFile } from '@winnow/vision/packs'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Size } from '../bench.ts'
import { printTable } from '../table.ts'
import { measureBareNetworks } from '../vision/bare-network.ts'
import { installPacks } from '../vision/pack-folders.ts'

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))
const REPEATS: Record<Size, number> = { small: 2, full: 10 }
/** A line of a plate as the recogniser gets it, in pixels. */
const LINE = { width: 160, height: 48 }
const BARE_RUNS = 20

const NEEDS = { looks: false, postures: false, zones: [], capabilities: [] }
const ASKED = {
  'people and vehicles alone': {},
  'and crops that are turned both ways': { rules: { ...NEEDS, postures: true } },
  'and plates of vehicles': { rules: NEEDS, readPlates: true },
} satisfies Record<string, Partial<AnalysisJob['view']>>

/** Three pictures each: people who walk, who lie, and cars. */
async function drawScenes(): Promise<Buffer[][]> {
  const options = { seed: 5, camera: 21, frames: 3 }
  const scenes = [
    await renderScene({ kind: 'person-walking', ...options, width: 1280, height: 720 }),
    (await renderRuleScene('lying', options)).frames,
    await renderScene({ kind: 'car-arriving', ...options, width: 1280, height: 720 }),
  ]
  return scenes.map((frames) => frames.map(({ jpeg }) => jpeg))
}

/** Milliseconds a frame, of all work and of the networks alone. */
async function measureView(
  pool: AnalysisPool,
  scenes: readonly Buffer[][],
  view: Partial<AnalysisJob['view']>,
  repeats: number,
) {
  const [before, sums] = [pool.stats().inferenceMs, { total: 0, frames: 0 }]
  for (let run = 0; run < repeats; run += 1)
    for (const [index, pictures] of scenes.entries()) {
      const { timings, frames } = await pool.analyse({
        media: pictures.map((bytes, place) => ({ id: `${run}:${index}:${place}`, bytes })),
        view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3, looksToEnd: true, ...view },
        memory: null,
        now: new Date(),
      })
      sums.total += timings.total
      sums.frames += frames.length
    }
  return { total: sums.total / sums.frames, networks: (pool.stats().inferenceMs - before) / sums.frames }
}

/** The network that reads plates alone, in milliseconds a line. */
async function measureBareRecogniser(): Promise<number> {
  const session = await InferenceSession.create(recogniserFile(), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  })
  const numbers = Float32Array.from(
    { length: 3 * LINE.width * LINE.height },
    (_, index) => ((index * 7919) % 256) / 128 - 1,
  )
  const feeds = { [session.inputNames[0] ?? '']: new Tensor('float32', numbers, [1, 3, LINE.height, LINE.width]) }
  await session.run(feeds)
  const began = performance.now()
  for (let run = 0; run < BARE_RUNS; run += 1) await session.run(feeds)
  await session.release()
  return (performance.now() - began) / BARE_RUNS
}

/** What rules add to the analysis of a frame, beside the bare networks that they run. */
export async function printLooks(size: Size): Promise<void> {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'looks-'))
  try {
    const scenes = await drawScenes()
    const hasPacks = await installPacks(dir, PACK_SETS['recommended'] ?? [])
    const pool = createAnalysisPool({ size: 1, packFolder: packFolder(dir) })
    try {
      await pool.warm()
      await measureView(pool, scenes, { rules: { ...NEEDS, postures: true }, readPlates: true }, 1)
      const rows: (string | number)[][] = []
      for (const [name, view] of Object.entries(ASKED)) {
        const { total, networks } = await measureView(pool, scenes, view, REPEATS[size])
        rows.push([name, total, networks])
      }
      console.log(
        `\nMilliseconds a frame, one alarm after the other, ${hasPacks ? 'recommended packs' : 'built-in detector: the packs are not here'}`,
      )
      printTable(['what', 'total', 'in the networks of people and vehicles'], rows)
    } finally {
      await pool.close()
    }
    console.log(
      '\nThe bare networks, milliseconds a run: the baseline. A crop takes three runs of one detector, a line of a plate one of the recogniser',
    )
    const bare = (await measureBareNetworks(dir)).map(({ id, ms }) => [id, ms])
    printTable(
      ['network', 'ms'],
      [...bare, [`plates, a line of ${LINE.width} × ${LINE.height}`, await measureBareRecogniser()]],
    )
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
