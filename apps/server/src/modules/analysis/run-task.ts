import { doubtOf, shownClasses } from '@winnow/domain'
import { losesPictures } from '@winnow/intake'
import {
  AnalysisCrashed,
  AnalysisTimeout,
  LIMITS,
  PoolClosed,
  type AlarmAnalysis,
  type FoundObject,
  type Plate,
  type PlateFindings,
  type Reason,
  type Track,
} from '@winnow/vision'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { bringInside, decideAlarm, type DecidedAlarm, type Findings } from '../alarms/index.ts'
import { storeObjects } from '../investigate/index.ts'
import { seeTampering } from '../tampering/index.ts'
import { applyRules } from './apply-rules.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { type ClaimedTask, LEASE_MS, renewLease } from './claim-task.ts'
import { leaveLane, takeTryBack } from './finish-task.ts'
import { loadJob, loadMedia, type AlarmJob } from './load-job.ts'
import { fromStore, MediaUnavailable } from '../../platform/media/media-unavailable.ts'
import { putOffTask } from './put-off-task.ts'
import type { TimeNeeded } from './time-needed.ts'
import { positionOf, storeDerived, writeFrames, type PlacedFrame } from './store-frames.ts'

/** After this many attempts that crashed their process the alarm is passed on unverified. */
const MAX_CRASHES = 2

/** The number of parts of an alarm that could not be analysed: those that were lost, and messages that are not read yet. */
const countUnseen = (job: AlarmJob): number => job.problems.filter(losesPictures).length + job.unreadSignals

/** The number of analysed signals to store. It is 0 while messages are unread, as for a verdict of the deadline, which may be replaced. */
const untilRead = (job: AlarmJob): number => (job.unreadSignals > 0 ? 0 : job.signalCount)

/** Replaces the verdict `false` if parts of the alarm were not analysed, since those parts may show something. */
function withUnseen(
  { verdict, reasons }: Pick<AlarmAnalysis, 'verdict' | 'reasons'>,
  job: AlarmJob,
): Pick<Findings, 'verdict' | 'reasons' | 'analysedSignals'> {
  const count = countUnseen(job)
  if (count === 0 || verdict !== 'false') return { verdict, reasons, analysedSignals: job.signalCount }
  return {
    verdict: 'unverified',
    reasons: [{ code: 'decode-failed', params: { count } }, ...reasons],
    analysedSignals: untilRead(job),
  }
}

/** Replaces the picture number in a reason by the position within the alarm, as detections have it. */
function placeReason(reason: Reason, position: ReadonlyMap<number, number>): Reason {
  const at = position.get(Number(reason.params?.['frame']))
  return at === undefined ? reason : { ...reason, params: { ...reason.params, frame: at } }
}

/** The evidence to store for learning. It includes the classes that the camera looks for: only alarms with equal classes are comparable. */
function evidenceOf({ evidence }: AlarmAnalysis, job: AlarmJob): Findings['evidence'] {
  if (evidence === null) return null
  const isWhole = evidence.isWhole && countUnseen(job) === 0
  return { value: evidence.value, isWhole, wantedClasses: job.view.wantedClasses.toSorted() }
}

/** The plates to store. They name the picture on which the plate is read most surely. */
function platesOf({ plates, isComplete }: PlateFindings, position: ReadonlyMap<number, number>) {
  const best = ({ readings }: Plate): number =>
    readings.reduce((one, other) => (other.confidence > one.confidence ? other : one)).frame
  return {
    plates: plates.map((plate) => ({
      text: plate.text,
      isSure: plate.isSure,
      frame: position.get(best(plate)) ?? best(plate),
    })),
    isComplete,
  }
}

/** The paths to store. Their points name pictures by the position within the alarm. */
const tracksOf = (tracks: readonly Track[], position: ReadonlyMap<number, number>): Track[] =>
  tracks.map((track) => ({
    ...track,
    points: track.points.map((point) => ({ ...point, frame: position.get(point.frame) ?? point.frame })),
  }))

/** The positions of pictures within the alarm, by their index in the analysis. */
const positionsOf = (analysis: AlarmAnalysis | undefined, frames: readonly PlacedFrame[]): Map<number, number> =>
  new Map(analysis ? frames.map((frame) => [analysis.frames.indexOf(frame.result), positionOf(frame)] as const) : [])

/** The objects to keep for searches. They name pictures by the position within the alarm. */
function placedObjects(analysis: AlarmAnalysis, frames: readonly PlacedFrame[]): FoundObject[] {
  const position = positionsOf(analysis, frames)
  return (analysis.objects ?? []).map((one) => ({ ...one, frame: position.get(one.frame) ?? one.frame }))
}

/** The findings to store. Their detections and reasons name frames by the position within the alarm, not by the index in the analysis. */
function findingsOf(analysis: AlarmAnalysis, frames: readonly PlacedFrame[], job: AlarmJob): Findings {
  const position = positionsOf(analysis, frames)
  const reasons = analysis.reasons.map((reason) => placeReason(reason, position))
  const detections = analysis.detections.map((detection) => ({
    ...detection,
    doubt: doubtOf(detection, analysis.reasons),
    frame: position.get(detection.frame) ?? detection.frame,
  }))
  return {
    ...withUnseen({ verdict: analysis.verdict, reasons }, job),
    score: analysis.score,
    classes: shownClasses({ detections, reasons }),
    detections,
    problems: [
      ...job.problems,
      ...analysis.problems.map(({ code, detail }) => (detail === undefined ? { code } : { code, detail })),
    ],
    model: analysis.model,
    evidence: evidenceOf(analysis, job),
    timings: analysis.timings,
    ...(analysis.plates && { plates: platesOf(analysis.plates, position) }),
    ...(analysis.tracks && { tracks: tracksOf(analysis.tracks, position) }),
  }
}

/** The findings when nothing could be analysed: the alarm is passed on, with the reason. */
function unverified(code: string, job: AlarmJob): Findings {
  return {
    verdict: 'unverified',
    score: null,
    classes: [],
    reasons: [{ code }],
    detections: [],
    problems: job.problems,
    model: null,
    evidence: null,
    timings: null,
    analysedSignals: job.signalCount,
  }
}

/**
 * The findings for an alarm whose files together are larger than an analysis accepts. Such files are not loaded, since they would all be in
 * memory at once.
 */
function tooLarge(job: AlarmJob): Findings {
  const findings = unverified('decode-failed', job)
  return {
    ...findings,
    reasons: [{ code: 'decode-failed', params: { count: job.frames.length } }],
    problems: [...job.problems, { code: 'too-large', detail: 'all files together' }],
  }
}

async function analyse(
  deps: AnalysisDeps,
  task: ClaimedTask,
  { job, isHurried }: { job: AlarmJob; isHurried: boolean },
): Promise<{ findings: Findings; frames: PlacedFrame[]; analysis?: AlarmAnalysis }> {
  if (job.isUnfiltered) return { findings: unverified('product-taken', job), frames: [] }
  if (job.frames.length === 0)
    return { findings: { ...unverified('no-pictures', job), analysedSignals: untilRead(job) }, frames: [] }
  // The current attempt is already counted.
  if (task.attempts > MAX_CRASHES) return { findings: unverified('analysis-crashed', job), frames: [] }
  const bytes = job.frames.reduce((sum, frame) => sum + frame.bytes, 0)
  if (bytes > LIMITS.totalBytes) return { findings: tooLarge(job), frames: [] }
  const media = await fromStore(loadMedia(deps.media, job.frames))
  try {
    const { view, memory, adjustments } = job
    const analysis = await deps.pool.analyse({ media, view, memory, adjustments, now: job.receivedAt, isHurried })
    const frames = await fromStore(storeDerived(deps.media, task.alarmId, job, analysis))
    return { findings: findingsOf(analysis, frames, job), frames, analysis }
  } catch (error) {
    if (error instanceof MediaUnavailable || error instanceof PoolClosed) throw error
    if (error instanceof AnalysisCrashed) {
      deps.metrics.crashes.inc()
      if (task.attempts < MAX_CRASHES) throw error
      return { findings: unverified('analysis-crashed', job), frames: [] }
    }
    deps.metrics.failures.inc({ why: error instanceof AnalysisTimeout ? 'timeout' : 'error' })
    deps.log.error({ err: error, alarmId: task.alarmId }, 'analysis failed; the alarm is passed on unverified')
    return {
      findings: unverified(error instanceof AnalysisTimeout ? 'analysis-timeout' : 'analysis-failed', job),
      frames: [],
    }
  }
}

/** Whether rules found nothing on an alarm, so that it stays outside. A hit that is held makes no alarm true, but is shown. */
const foundNothing = ({ verdict, rules = [] }: Findings): boolean =>
  verdict === 'false' && rules.every(({ outcome }) => outcome !== 'held')

/** A task with what was read for it, when its verdict is written. */
interface Decided {
  deps: AnalysisDeps
  task: ClaimedTask
  job: AlarmJob
  now: Date
}

/**
 * Writes the verdict. An alarm whose camera did not count stays outside unless a rule of it hit, or could not look.
 * @returns undefined if the alarm is gone, or stays outside
 */
async function decideRuled(
  tx: Tx,
  { deps, task, job, now }: Decided,
  found: { findings: Findings; analysis: AlarmAnalysis | undefined; frames: readonly PlacedFrame[] },
): Promise<DecidedAlarm | undefined> {
  const { analysis, frames } = found
  const position = positionsOf(analysis, frames)
  const { keys, log } = deps
  const findings = await applyRules(tx, { alarmId: task.alarmId, job, keys, now, log }, found.findings, {
    analysis,
    position,
  })
  if (job.ruled.isOutside && (job.ruled.rules.length === 0 || foundNothing(findings))) return undefined
  if (job.ruled.isOutside) await bringInside(tx, task.alarmId)
  return decideAlarm(tx, task.alarmId, findings, deps.onDecided, now)
}

/** Stores what the analysis learnt of the camera. */
async function remember(tx: Tx, { job, now }: Decided, analysis: AlarmAnalysis): Promise<void> {
  const values = { memory: JSON.stringify(analysis.memory), updated_at: now, received_at: job.receivedAt }
  await tx
    .insertInto('view_memory')
    .values({ view_id: job.viewId, company_id: job.companyId, ...values })
    .onConflict((conflict) => conflict.column('view_id').doUpdateSet(values))
    .execute()
}

/** Stores what the pictures show of tampering. The intake locks the lane of a camera before its tampering, so the lane is locked before. */
async function watch(tx: Tx, { deps, task, job, now }: Decided, { memory }: AlarmAnalysis): Promise<void> {
  const standing = memory.tampering?.standing
  if (!standing) return
  const { companyId, viewId, receivedAt: at, watched } = job
  await seeTampering(tx, { companyId, viewId, alarmId: task.alarmId, at, standing, watched }, deps.onTampering, now)
}

/** Gives a task back when the program ends before the answer. The attempt does not count, and the next worker claims the task first. */
async function giveBack(deps: AnalysisDeps, task: ClaimedTask): Promise<void> {
  deps.log.info({ alarmId: task.alarmId }, 'analysis broken off at the stop')
  await inSystem(deps.db, async (tx) => {
    await leaveLane(tx, task, { done: false })
    await takeTryBack(tx, task)
  })
}

/**
 * Ends the waiting of an alarm that only rules look at: it has no deadline that would pass it on. If its pictures cannot be had from a store that
 * works, its rules could not look once the time is over in which other alarms get their verdict.
 * @returns false if the alarm waits on, like all others
 */
async function giveUpOutside(deps: AnalysisDeps, task: ClaimedTask, job: AlarmJob, err: unknown): Promise<boolean> {
  const now = deps.clock.now()
  if (!job.ruled.isOutside || deps.deadline.of(job.receivedAt, now) > now) return false
  const storeWorks = await deps.media.check().then(
    () => true,
    () => false,
  )
  if (!storeWorks) return false
  deps.log.error({ err, alarmId: task.alarmId }, 'pictures cannot be had from the store; no rule could look at them')
  await inSystem(deps.db, async (tx) => {
    const findings = unverified('analysis-failed', job)
    await tx.selectFrom('alarm').select('id').where('id', '=', task.alarmId).forUpdate().execute()
    await decideRuled(tx, { deps, task, job, now }, { findings, analysis: undefined, frames: [] })
    await leaveLane(tx, task, { done: true })
  })
  return true
}

/** Tells the metrics of a verdict, how long the alarm waited for it, and how long each stage of the analysis took. */
function measureStages(
  { metrics }: Pick<AnalysisDeps, 'metrics'>,
  { job, now }: { job: AlarmJob; now: Date },
  { verdict, analysis }: { verdict: string; analysis: AlarmAnalysis | undefined },
): void {
  metrics.verdicts.inc({ verdict, by: 'analysis' })
  if (job.verdict === null) metrics.waitSeconds.observe((now.getTime() - job.receivedAt.getTime()) / 1000)
  for (const [stage, ms] of Object.entries(analysis?.timings ?? {})) metrics.stageSeconds.observe({ stage }, ms / 1000)
}

/**
 * Analyses the alarm of a task and writes the verdict. If the child process crashes, the task is retried once. If the store fails, it is
 * retried until the store works.
 */
export async function runTask(deps: AnalysisDeps, task: ClaimedTask, needed: TimeNeeded): Promise<void> {
  const loadedAt = deps.clock.now()
  const job = await inSystem(deps.db, (tx) => loadJob(tx, task.alarmId, loadedAt))
  if (!job) return inSystem(deps.db, (tx) => leaveLane(tx, task, { done: true }))
  const renewal = setInterval(() => {
    renewLease(deps.db, task, deps.clock.now()).catch((err: unknown) =>
      deps.log.warn({ err, alarmId: task.alarmId }, 'lease could not be renewed'),
    )
  }, LEASE_MS / 3)
  try {
    const leftMs = deps.deadline.of(job.receivedAt, loadedAt).getTime() - loadedAt.getTime()
    const isHurried = job.verdict === null && needed.isShort(leftMs)
    const { findings, frames, analysis } = await analyse(deps, task, { job, isHurried })
    const now = deps.clock.now()
    const decided = await inSystem(deps.db, async (tx) => {
      await writeFrames(tx, task.alarmId, job.companyId, frames, analysis?.problems ?? [])
      const latest = await tx
        .selectFrom('alarm')
        .select(['signal_count', 'outside'])
        .where('id', '=', task.alarmId)
        .forUpdate()
        .executeTakeFirst()
      const of = { deps, task, job, now }
      const outcome = await decideRuled(tx, of, { findings, analysis, frames })
      if (outcome && analysis?.objects && !job.isTest)
        await storeObjects(tx, task.alarmId, placedObjects(analysis, frames))
      // If later alarms were analysed before this one, the memory is already newer.
      const newest = job.isTest || job.isOvertaken ? undefined : analysis
      if (newest) await remember(tx, of, newest)
      // If a further signal arrived during the analysis, or somebody had an alarm analysed by hand that only rules looked at, the whole alarm is
      // analysed again, with a new deadline.
      const hasMore = (latest?.signal_count ?? 0) > job.signalCount
      const isByHand = job.ruled.isOutside && latest?.outside === null
      const until = deps.deadline.of(loadedAt, now)
      const again = { inTimeUntil: until, releaseAt: hasMore ? until : null }
      await leaveLane(tx, task, hasMore || isByHand ? { done: false, again } : { done: true })
      if (newest) await watch(tx, of, newest)
      return outcome
    })
    if (!decided) return
    measureStages(deps, { job, now }, { verdict: decided.after, analysis })
    deps.log.info(
      { alarmId: task.alarmId, verdict: decided.after, score: findings.score, ms: analysis?.timings.total },
      'alarm decided',
    )
  } catch (error) {
    if (error instanceof MediaUnavailable) {
      if (!(await giveUpOutside(deps, task, job, error))) await putOffTask(deps, task, job.verdict, error)
      return
    }
    if (error instanceof PoolClosed) return await giveBack(deps, task)
    if (!(error instanceof AnalysisCrashed)) throw error
    deps.log.warn(
      { err: error, alarmId: task.alarmId, attempt: task.attempts },
      'an analysis process died; trying once more',
    )
    await inSystem(deps.db, (tx) => leaveLane(tx, task, { done: false }))
  } finally {
    clearInterval(renewal)
  }
}
