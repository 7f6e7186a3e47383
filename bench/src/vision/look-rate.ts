import { createAnalysisPool, type AlarmAnalysis, type AnalysisJob, type PoolStats } from '@winnow/vision'
import { packFolder } from '@winnow/vision/packs'

/** Alarms per process. The number is large, so that the first one (whose decoding delays the networks) and the last one hardly matter. */
const JOBS_PER_PROCESS = 40

/** Alarms per process before the measured ones: a process works for hours, and its first seconds include compiling. */
const WARM_UP = 8

/** The result of a full pool. */
export interface LookRate {
  processes: number
  alarmsPerSecond: number
  framesPerSecond: number
  /** Milliseconds per frame, summed over all work for the frame, for alarms that came one after the other. */
  stages: { decode: number; motion: number; models: number; around: number; decide: number; total: number }
  ofBusy: number
  ofWall: number
  /** Largest resident memory of a child, in MiB. */
  memory: number
}

function jobOf(pictures: readonly Buffer[], index: number): AnalysisJob {
  return {
    media: pictures.map((bytes, place) => ({ id: `${index}:${place}`, bytes })),
    view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3, thermal: false },
    memory: null,
    now: new Date(),
  }
}

/** Measures each stage for single alarms. Then keeps a pool full and measures the models' share of the processes' time. */
export async function measureLooks(
  alarms: readonly Buffer[][],
  options: { processes: number; dataDir: string },
): Promise<LookRate> {
  const { processes, dataDir } = options
  const pool = createAnalysisPool({ size: processes, packFolder: packFolder(dataDir) })
  try {
    await pool.warm()
    const { modelError } = pool.stats()
    if (modelError !== null) throw new Error(modelError)
    const warmUp = Array.from({ length: processes * WARM_UP }, (_, index) =>
      jobOf(alarms[index % alarms.length] ?? [], index),
    )
    await Promise.all(warmUp.map((job) => pool.analyse(job)))
    const idle = pool.stats()
    const alone: AlarmAnalysis[] = []
    for (const [index, pictures] of alarms.entries()) alone.push(await pool.analyse(jobOf(pictures, index)))
    const before = pool.stats()
    const began = performance.now()
    const analyses = await Promise.all(
      Array.from({ length: processes * JOBS_PER_PROCESS }, (_, index) =>
        pool.analyse(jobOf(alarms[index % alarms.length] ?? [], index)),
      ),
    )
    const wall = performance.now() - began
    return {
      processes,
      stages: stagesOf(alone, before.inferenceMs - idle.inferenceMs),
      ...rateOf(analyses, { before, after: pool.stats(), wall, processes }),
    }
  } finally {
    await pool.close()
  }
}

const framesOf = (analyses: readonly AlarmAnalysis[]): number =>
  analyses.reduce((total, { frames }) => total + frames.length, 0)

function stagesOf(analyses: readonly AlarmAnalysis[], inferenceMs: number): LookRate['stages'] {
  const frames = framesOf(analyses)
  const of = (stage: keyof AlarmAnalysis['timings']) =>
    analyses.reduce((total, { timings }) => total + timings[stage], 0) / frames
  const models = inferenceMs / frames
  return {
    decode: of('decode'),
    motion: of('motion'),
    models,
    around: of('detect') - models,
    decide: of('decide'),
    total: of('total'),
  }
}

function rateOf(
  analyses: readonly AlarmAnalysis[],
  run: { before: PoolStats; after: PoolStats; wall: number; processes: number },
): Omit<LookRate, 'processes' | 'stages'> {
  const { before, after, wall, processes } = run
  const inference = after.inferenceMs - before.inferenceMs
  return {
    alarmsPerSecond: (analyses.length * 1000) / wall,
    framesPerSecond: (framesOf(analyses) * 1000) / wall,
    ofBusy: inference / (after.busyMs - before.busyMs),
    ofWall: inference / (wall * processes),
    memory: after.peakMemory / 2 ** 20,
  }
}
