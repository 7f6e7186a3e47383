import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type AlarmAnalysis, type AnalysisPool, LIMITS } from '@winnow/vision'
import { createPackStore } from '@winnow/vision/packs'
import { z } from 'zod'
import { inSystem } from '../../platform/db/transaction.ts'
import { loadJob, loadMedia } from '../analysis/index.ts'
import { recordAudit } from '../audit/index.ts'
import { countOutcomes, type Outcome } from './count-outcomes.ts'
import { listDetectors, type DetectorRow } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { fetchKnown, packsOf } from './fetch-known.ts'
import { bringPack } from './fill-folder.ts'
import { saveDetector, storePacks } from './install-packs.ts'
import { sampleLabelled, type SampledAlarm } from './labelled-sample.ts'
import { settleTask } from './task-queries.ts'
import type { Work } from './work.ts'

const askedSchema = z.object({ packs: z.array(z.string()) })
const HOLD_MS = 500

type Verdict = AlarmAnalysis['verdict']

/** Downloads the packs that the candidate lacks. The packs stay available, so that switching to the candidate later takes one click. */
async function bringMissing(deps: DetectorsDeps, work: Work, ids: readonly string[]): Promise<DetectorRow[]> {
  const rows = await inSystem(deps.db, listDetectors)
  const missing = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missing.length === 0) return rows
  const tried = await fetchKnown(deps, work, packsOf(deps, missing))
  await storePacks(deps, tried, (stored) =>
    inSystem(deps.db, async (tx) => {
      for (const pack of stored) await saveDetector(tx, pack, work.author, deps.clock.now(), false)
      return []
    }),
  )
  return inSystem(deps.db, listDetectors)
}

/** Live alarms have priority: waits until this machine analyses none. */
async function holdForLive(deps: DetectorsDeps, work: Work): Promise<void> {
  for (;;) {
    work.signal.throwIfAborted()
    const { busy = 0, waiting = 0 } = deps.pool?.stats() ?? {}
    if (busy + waiting === 0) return
    work.tell({ step: 'hold' })
    await wait(HOLD_MS, undefined, { signal: work.signal })
  }
}

/** The verdict of a set on an alarm, without the camera's memory and adjustments. Undefined when the alarm's pictures are gone. */
async function judge(deps: DetectorsDeps, pool: AnalysisPool, alarm: SampledAlarm): Promise<Verdict | undefined> {
  const job = await inSystem(deps.db, (tx) => loadJob(tx, alarm.id, deps.clock.now()))
  if (!job || job.frames.reduce((sum, { bytes }) => sum + bytes, 0) > LIMITS.totalBytes) return undefined
  const media = await loadMedia(deps.media, job.frames)
  if (media.length === 0 || media.some(({ bytes }) => bytes.length === 0)) return undefined
  try {
    return (await pool.analyse({ media, view: job.view, memory: null, now: job.receivedAt })).verdict
  } catch (error) {
    deps.log.warn({ err: error, alarmId: alarm.id }, 'an alarm of a comparison could not be looked at')
    // As in normal operation, an alarm that could not be analysed is passed on.
    return 'unverified'
  }
}

async function judgeAll(
  deps: DetectorsDeps,
  work: Work,
  side: 'current' | 'candidate',
  rows: readonly DetectorRow[],
  alarms: readonly SampledAlarm[],
): Promise<(Verdict | undefined)[]> {
  const folder = join(work.folder, side)
  const store = createPackStore(folder, deps.catalogue)
  for (const row of rows) await bringPack(deps.media, row, store, join(work.folder, 'brought'))
  const pool = deps.makePool({ size: 1, packFolder: folder, priority: 'lowest' })
  try {
    const verdicts: (Verdict | undefined)[] = []
    for (const alarm of alarms) {
      await holdForLive(deps, work)
      work.tell({ step: side, done: verdicts.length, total: alarms.length })
      verdicts.push(await judge(deps, pool, alarm))
    }
    return verdicts
  } finally {
    await pool.close()
  }
}

/** Analyses labelled alarms with the current detectors and with others, one set after the other, in one process of the lowest priority. */
export async function compareSets(deps: DetectorsDeps, work: Work): Promise<void> {
  const { packs } = askedSchema.parse(work.asked)
  const rows = await bringMissing(deps, work, packs)
  const current = rows.filter(({ inUse, manifest }) => inUse && manifest.capability === 'detect')
  const candidate = rows.filter(({ id }) => packs.includes(id))
  const alarms = await inSystem(deps.db, sampleLabelled)
  const before = await judgeAll(deps, work, 'current', current, alarms)
  const after = await judgeAll(deps, work, 'candidate', candidate, alarms)
  const outcomes = alarms.flatMap((alarm, index): Outcome[] => {
    const [mine, other] = [before[index], after[index]]
    return mine === undefined || other === undefined
      ? []
      : [{ ...alarm, current: mine !== 'false', candidate: other !== 'false' }]
  })
  const result = {
    current: current.map(({ id }) => id),
    candidate: candidate.map(({ id }) => id),
    cameras: new Set(outcomes.map(({ viewId }) => viewId)).size,
    skipped: alarms.length - outcomes.length,
    ...countOutcomes(outcomes),
  }
  await inSystem(deps.db, async (tx) => {
    const now = deps.clock.now()
    await settleTask(tx, work.id, { state: 'done', result }, now)
    await recordAudit(tx, work.author, { action: 'detector.compared', objectType: 'detector', after: result }, now)
  })
}
