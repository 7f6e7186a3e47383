import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { FrameFiles } from './shown-picture.ts'

/** A stored file of an alarm: a still, a clip, or a picture that was cut from a clip. */
export interface AlarmFile extends FrameFiles {
  kind: string
  type: string
  bytes: number
}

/** Lists the files of an alarm in order. */
export async function listFiles(tx: Tx, alarmId: string): Promise<AlarmFile[]> {
  const rows = await tx
    .selectFrom('frame')
    .select(['company_id', 'position', 'original_key', 'display_key', 'judged', 'thumb_key'])
    .select(['kind', 'original_type', 'original_bytes'])
    .where('alarm_id', '=', alarmId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    alarmId,
    companyId: row.company_id,
    position: row.position,
    originalKey: row.original_key,
    displayKey: row.display_key,
    judged: row.judged,
    thumbKey: row.thumb_key,
    kind: row.kind,
    type: row.original_type,
    bytes: row.original_bytes,
  }))
}

/** The notes of an alarm, as the facts of a download contain them. */
export async function listNoteTexts(tx: Tx, alarmId: string) {
  const { rows } = await sql<{ author: string; content: string; at: Date }>`
    select user_name as author, content, created_at as at from alarm_note where alarm_id = ${alarmId} order by id`.execute(
    tx,
  )
  return rows
}
