import { progressOf } from './delivery-progress.ts'
import { API_BASE, type Alarm, type Clip, type Frame } from '@winnow/contract'
import { doubtOf, type Doubt } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { withDrawn } from './drawn-boxes.ts'
import { presentRow } from './list-alarms.ts'
import { listLabels, standingLabel } from './said-labels.ts'

/** The positions that the pictures of one clip have. */
export const FRAMES_PER_CLIP = 100

/** Lists the frames of an alarm in order. A clip is left out if the alarm has frames that were cut from clips. */
export async function listFrames(tx: Tx, alarmId: string): Promise<Frame[]> {
  const rows = await tx
    .selectFrom('frame')
    .select([
      'position',
      'kind',
      'original_type',
      'original_bytes',
      'original_key',
      'display_key',
      'problem',
      'width',
      'height',
    ])
    .select(['offset_ms', 'motion', 'boxes', 'boxes_by', 'boxes_at'])
    .where('alarm_id', '=', alarmId)
    // Pictures of a clip are read in two passes, so their order is that of their times.
    .orderBy(sql`position / ${FRAMES_PER_CLIP}`)
    .orderBy(sql`case when kind = 'clip-frame' then offset_ms end`)
    .orderBy('position')
    .execute()
  const hasClipFrames = rows.some((row) => row.kind === 'clip-frame')
  return rows
    .filter((row) => !(hasClipFrames && row.kind === 'clip'))
    .map((row) => ({
      position: row.position,
      kind: row.kind as Frame['kind'],
      url: row.display_key === null ? null : `${API_BASE}/v1/alarm/${alarmId}/frame/${row.position}/image`,
      original: row.original_key === null ? null : { type: row.original_type, bytes: row.original_bytes },
      problem: row.display_key === null ? row.problem : null,
      width: row.width,
      height: row.height,
      offsetMs: row.offset_ms,
      motion: row.motion as Frame['motion'],
      ...(row.boxes !== null && {
        boxesSet: { by: row.boxes_by ?? '', at: (row.boxes_at ?? new Date(0)).toISOString() },
      }),
    }))
}

/** The original clips of an alarm, in order. */
function listClips(tx: Tx, alarmId: string): Promise<Clip[]> {
  return tx
    .selectFrom('frame')
    .select(['position', 'original_type as type', 'original_bytes as bytes'])
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'clip')
    .where('original_key', 'is not', null)
    .orderBy('position')
    .execute()
}

async function listAlarmDeliveries(tx: Tx, alarmId: string): Promise<Alarm['deliveries']> {
  const rows = await tx
    .selectFrom('delivery')
    .innerJoin('receiver', 'receiver.id', 'delivery.receiver_id')
    .select([
      'delivery.id',
      'receiver.name',
      'receiver.kind',
      'delivery.type',
      'delivery.state',
      'delivery.attempts',
      'delivery.created_at',
      'delivery.first_attempt_at',
      'delivery.finished_at',
      'delivery.last_error',
      'delivery.last_status',
      'delivery.last_detail',
      'receiver.failing_since',
      'receiver.last_error as receiver_error',
      'receiver.last_status as receiver_status',
      'receiver.last_detail as receiver_detail',
    ])
    .where('delivery.alarm_id', '=', alarmId)
    .orderBy('delivery.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    receiverName: row.name,
    kind: row.kind,
    type: row.type,
    ...progressOf(row),
    attempts: row.attempts,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }))
}

async function selectOne(tx: Tx, companyId: string, id: string) {
  return tx
    .selectFrom('alarm')
    .innerJoin('view', 'view.id', 'alarm.view_id')
    .innerJoin('site', 'site.id', 'alarm.site_id')
    .innerJoin('project', 'project.id', 'alarm.project_id')
    .innerJoin('company', 'company.id', 'alarm.company_id')
    .selectAll('alarm')
    .select([
      'view.name as view_name',
      'site.name as site_name',
      'project.name as project_name',
      sql<string>`coalesce(site.timezone, company.default_site_timezone)`.as('timezone'),
    ])
    .where('alarm.company_id', '=', companyId)
    .where('alarm.id', '=', id)
    .executeTakeFirst()
}

type StoredDetection = Omit<Alarm['detections'][number], 'doubt'> & { doubt?: Doubt | null }

/** Adds the doubt to each detection. Older alarms were stored without doubts, which are then derived from the alarm's reasons. */
function withDoubts(detections: readonly StoredDetection[], reasons: Alarm['reasons']): Alarm['detections'] {
  return detections.map((detection) => ({ ...detection, doubt: doubtOf(detection, reasons) }))
}

/** Finds an alarm with everything that the console shows of it. The gate has already checked that the caller may see the alarm. */
export async function findAlarm(tx: Tx, companyId: string, id: string): Promise<Alarm | undefined> {
  const row = await selectOne(tx, companyId, id)
  if (!row) return undefined
  const labels = await listLabels(tx, id)
  const standing = standingLabel(labels)
  return {
    ...presentRow(row),
    companyId: row.company_id,
    deviceTime: row.device_time,
    lastSignalAt: row.last_signal_at.toISOString(),
    source: row.source as Alarm['source'],
    vendor: row.vendor,
    event: row.event,
    deadlineAt: row.deadline_at.toISOString(),
    releasedAt: row.released_at?.toISOString() ?? null,
    reasons: row.reasons as Alarm['reasons'],
    problems: row.problems as Alarm['problems'],
    detections: await withDrawn(
      tx,
      id,
      row.boxes_removed ? [] : withDoubts(row.detections as StoredDetection[], row.reasons as Alarm['reasons']),
    ),
    boxesRemoved: row.boxes_removed,
    masks: row.masks as Alarm['masks'],
    frames: await listFrames(tx, id),
    clips: await listClips(tx, id),
    model: row.model as Alarm['model'],
    timings: row.timings as Alarm['timings'],
    // Plates are read from the boxes of vehicles.
    plates: row.boxes_removed ? null : (row.plates as Alarm['plates']),
    tracks: row.boxes_removed ? null : (row.tracks as Alarm['tracks']),
    rules: (row.rules ?? []) as unknown as Alarm['rules'],
    cusGroundTruth: row.cus_ground_truth,
    supGroundTruth: row.sup_ground_truth,
    labelledBy: standing?.authorName ?? null,
    labelledAt: standing?.at ?? null,
    labels: labels.filter(({ groundTruth }) => groundTruth !== null),
    signalCount: row.signal_count,
    byHand: row.by_hand as Alarm['byHand'],
    deliveries: await listAlarmDeliveries(tx, id),
  }
}
