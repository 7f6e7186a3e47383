import { buffer } from 'node:stream/consumers'
import { productsInForce } from '@winnow/domain'
import type { SignalProblem } from '@winnow/intake'
import type { MediaInput, TamperKind, ViewMemory, ViewSettings } from '@winnow/vision'
import type { Adjustment } from '@winnow/vision/learn'
import type { Tx } from '../../platform/db/transaction.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'
import { presentUnlocks } from '../identity/index.ts'
import { listApplied } from '../learning/index.ts'
import { watchedKinds } from '../tampering/index.ts'
import { askedByRules, loadJobRules, type JobRules, type RuleTimes } from './job-rules.ts'

export interface AlarmJob {
  viewId: string
  companyId: string
  receivedAt: Date
  signalCount: number
  verdict: string | null
  /** Whether the pictures were sent as a test. Such pictures do not show what the camera usually sees. */
  isTest: boolean
  /** Whether the alarm is delivered without being analysed, because the company's plan had no room for its camera. */
  isUnfiltered: boolean
  frames: JobFrame[]
  /** Problems found when the alarm's messages were read. */
  problems: SignalProblem[]
  /** The number of messages of the alarm that are not read yet. */
  unreadSignals: number
  view: ViewSettings
  /** Whether later alarms of the camera were analysed first. The camera's memory is then newer than this alarm, and is not used. */
  isOvertaken: boolean
  memory: ViewMemory | null
  /** Adjustments learnt from labels, the camera's own first. */
  adjustments: Adjustment[]
  /** The kinds of tampering for which the camera is watched. */
  watched: TamperKind[]
  /** What judges the alarm beside the filter. */
  ruled: JobRules
}

export interface JobFrame {
  position: number
  signalId: string
  mediaId: string
  kind: 'still' | 'clip'
  key: string
  bytes: number
  /** Milliseconds since the receipt of the alarm; null if the sender did not say. */
  offsetMs: number | null
  /** Milliseconds from the receipt of the alarm to that of the message that brought it. */
  sinceMs: number
}

/** The distinct problems of all messages of an alarm. */
async function loadProblems(tx: Tx, alarmId: string): Promise<SignalProblem[]> {
  const signals = await tx
    .selectFrom('signal')
    .select('problems')
    .where('alarm_id', '=', alarmId)
    .where('duplicate_of', 'is', null)
    .orderBy('id')
    .execute()
  const all = signals.flatMap(({ problems }) => problems as unknown as SignalProblem[])
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()]
}

async function countUnread(tx: Tx, alarmId: string): Promise<number> {
  const { unread } = await tx
    .selectFrom('signal')
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .where('alarm_id', '=', alarmId)
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Loads everything that the analysis of an alarm needs, in its current state. Undefined when the alarm no longer exists. */
export async function loadJob(tx: Tx, alarmId: string, now: Date): Promise<AlarmJob | undefined> {
  const row = await tx
    .selectFrom('alarm')
    .innerJoin('view', 'view.id', 'alarm.view_id')
    .innerJoin('company', 'company.id', 'alarm.company_id')
    .leftJoin('view_memory', 'view_memory.view_id', 'alarm.view_id')
    .leftJoin('rule_memory', 'rule_memory.view_id', 'alarm.view_id')
    .select([
      'alarm.view_id',
      'alarm.company_id',
      'alarm.received_at',
      'alarm.signal_count',
      'alarm.verdict',
      'alarm.is_test',
      'alarm.unfiltered',
      'alarm.outside',
      'alarm.rule_times',
      'rule_memory.memory as rule_memory',
      'view.masks',
      'view.ptz',
      'view.tampering_detection',
      'view.wanted_classes',
      'view.sensitivity',
      'view.thermal',
      'view.products',
      'view.products_taken',
      'company.unlocks',
      'view_memory.memory',
      'view_memory.received_at as remembered_at',
    ])
    .where('alarm.id', '=', alarmId)
    .executeTakeFirst()
  if (!row) return undefined
  const camera = { products: row.products, productsTaken: row.products_taken }
  const unlocks = presentUnlocks(row.unlocks)
  const products = productsInForce(camera, unlocks)
  // A memory with a time in the future was written before the clock was set back. It does not come from a later alarm.
  const isOvertaken = row.remembered_at !== null && row.remembered_at > row.received_at && row.remembered_at <= now
  const ruled = await loadJobRules(tx, {
    companyId: row.company_id,
    viewId: row.view_id,
    outside: row.outside,
    ruleTimes: row.rule_times as RuleTimes | null,
    products: row.products,
    unlocks: row.unlocks,
    ruleMemory: row.rule_memory,
  })
  const frames = await tx
    .selectFrom('frame')
    .leftJoin('signal', 'signal.id', 'frame.signal_id')
    .select([
      'frame.position',
      'frame.signal_id',
      'frame.media_id',
      'frame.kind',
      'frame.original_key',
      'frame.original_bytes',
      'frame.offset_ms',
      'signal.received_at',
    ])
    .where('frame.alarm_id', '=', alarmId)
    .where('frame.kind', '<>', 'clip-frame')
    .orderBy('frame.position')
    .execute()
  return {
    viewId: row.view_id,
    companyId: row.company_id,
    receivedAt: row.received_at,
    signalCount: row.signal_count,
    verdict: row.verdict,
    isTest: row.is_test,
    isUnfiltered: row.unfiltered !== null,
    frames: frames.flatMap((frame) =>
      frame.original_key === null
        ? []
        : [
            {
              position: frame.position,
              signalId: frame.signal_id,
              mediaId: frame.media_id,
              kind: frame.kind === 'clip' ? ('clip' as const) : ('still' as const),
              key: frame.original_key,
              bytes: frame.original_bytes,
              offsetMs: frame.offset_ms,
              sinceMs: Math.max(0, (frame.received_at ?? row.received_at).getTime() - row.received_at.getTime()),
            },
          ],
    ),
    problems: await loadProblems(tx, alarmId),
    unreadSignals: await countUnread(tx, alarmId),
    view: {
      // A camera that turns shows other things at the masked places.
      masks: row.ptz ? [] : (row.masks as unknown as ViewSettings['masks']),
      wantedClasses: row.wanted_classes as ViewSettings['wantedClasses'],
      sensitivity: row.sensitivity as ViewSettings['sensitivity'],
      thermal: row.thermal,
      looksToEnd: products.has('detect_pro'),
      follows: products.has('detect_pro_v2'),
      keepsObjects: products.has('investigate'),
      readPlates: products.has('protect'),
      ...askedByRules(ruled.rules),
    },
    isOvertaken,
    memory: isOvertaken ? null : (row.memory as ViewMemory | null),
    adjustments: await listApplied(tx, row.company_id, row.view_id),
    watched: watchedKinds({ tamperingDetection: row.tampering_detection, ptz: row.ptz }, unlocks),
    ruled,
  }
}

/**
 * Loads the bytes to analyse. A missing file is passed as empty, and the analysis reports that the file cannot be read.
 * @throws the store's errors. If a file is missing, the store is checked, since it may be unavailable as a whole.
 */
export async function loadMedia(media: MediaStore, frames: readonly JobFrame[]): Promise<MediaInput[]> {
  return Promise.all(
    frames.map(async (frame) => ({
      id: frame.mediaId,
      bytes: await readBytes(media, frame.key),
      // Intake stores only files of this kind.
      claimsMedia: true,
      ...(frame.offsetMs === null ? {} : { takenOffsetMs: frame.offsetMs }),
    })),
  )
}

async function readBytes(media: MediaStore, key: string): Promise<Uint8Array> {
  try {
    return await buffer((await media.get(key)).body)
  } catch (error) {
    if (!(error instanceof MediaMissingError)) throw error
    await media.check()
    return new Uint8Array()
  }
}
