import { createAnalysisPool, type AnalysisJob } from '@winnow/vision'

/** Every so many alarms per process: enough to be past the first ones, on which the models compile. */
const JOBS_PER_PROCESS = 12
const SIZES = [1, 2] as const

interface Inference {
  processes: number
  perSecond: number
  busyPerAlarm: number
  ofBusy: number
  ofWall: number
}

function jobOf(pictures: readonly Buffer[], index: number): AnalysisJob {
  return {
    media: pictures.map((bytes, place) => ({ id: `${index}:${place}`, bytes })),
    view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3, thermal: false },
    memory: null,
    now: new Date(),
  }
}

/** Keeps a pool full and says how much of its processes' time went into the models. */
export async function measureInference(alarms: readonly Buffer[][]): Promise<Inference[]> {
  const measured: Inference[] = []
  for (const processes of SIZES) {
    const pool = createAnalysisPool({ size: processes })
    try {
      await pool.warm()
      await Promise.all(Array.from({ length: processes }, (_, index) => pool.analyse(jobOf(alarms[0] ?? [], index))))
      const before = pool.stats()
      const began = performance.now()
      const jobs = Array.from({ length: processes * JOBS_PER_PROCESS }, (_, index) =>
        pool.analyse(jobOf(alarms[index % alarms.length] ?? [], index)),
      )
      await Promise.all(jobs)
      const wall = performance.now() - began
      const after = pool.stats()
      const inference = after.inferenceMs - before.inferenceMs
      const busy = after.busyMs - before.busyMs
      measured.push({
        processes,
        perSecond: (jobs.length * 1000) / wall,
        busyPerAlarm: busy / jobs.length,
        ofBusy: inference / busy,
        ofWall: inference / (wall * processes),
      })
    } finally {
      await pool.close()
    }
  }
  return measured
}
