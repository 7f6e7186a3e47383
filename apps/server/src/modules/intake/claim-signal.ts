import type { StoredMailTemplate } from '@winnow/intake'
import type { SIGNAL_SOURCES } from '@winnow/contract'
import { sql } from 'kysely'
import { CLOCK_SLACK_MS, hasRunOut } from '../../platform/db/has-run-out.ts'
import { inSystem, inSystemAtOnce, type AtOnce, type Db } from '../../platform/db/transaction.ts'

/** The duration of the lease on a message that is being read. After that time, another process may read the message. */
export const LEASE_SECONDS = 20
/** The longest pause between two attempts to read a message. */
export const LONGEST_PAUSE_MS = 600_000

/** The protocol by which a message came. */
export type SignalSource = (typeof SIGNAL_SOURCES)[number]

export interface ClaimedSignal {
  id: string
  company_id: string
  site_id: string
  view_id: string | null
  source: SignalSource
  received_at: Date
  raw_key: string
  raw_type: string | null
  /** The path of a file, which its reader needs. */
  recipient: string | null
  idempotency_key: string | null
  is_test: boolean
  /** The alarm that the sender named; null if the alarm follows from camera and time. */
  for_alarm: string | null
  attempts: number
  /** Facts about camera and site at the time of receipt, see {@link readStandingFacts}; null if they were not stored. */
  standing: unknown
  /** Whether it is a mail of a camera whose mails trigger, with pictures of its stream, and its company has that feature. Left out where that does not matter. */
  from_stream?: boolean
  /** Whether its camera is mapped to one of a recorder, which has more pictures. Left out where that does not matter. */
  from_recorder?: boolean
  /** For mails: the templates of the company, in the order in which they are tried; null without any. Left out where that does not matter. */
  mail_templates?: StoredMailTemplate[] | null
}

/** The columns of {@link ClaimedSignal}. */
export const claimedColumns = sql`id, company_id, site_id, view_id, source, received_at, raw_key, raw_type, recipient, idempotency_key, is_test, for_alarm, attempts, standing`

/** The size in bytes of a signal that waits to be read; undefined if the signal does not wait. */
export async function findStoredBytes(db: Db, id: string): Promise<number | undefined> {
  const [row] = await inSystemAtOnce(
    db,
    db.selectFrom('signal').select('raw_bytes').where('id', '=', id).where('state', '=', 'stored').compile(),
  )
  return row && Number(row.raw_bytes)
}

const fromStream = sql<boolean>`source = 'smtp' and exists (select from connection join company on company.id = connection.company_id
  where connection.view_id = signal.view_id and connection.kind = 'rtsp' and connection.settings ->> 'trigger' = 'mail'
    and company.unlocks @> '{"isRtspEnabled": true, "isRtspEmailHybridEnabled": true}')`

const fromRecorder = sql<boolean>`source in ('smtp', 'http') and not is_test and for_alarm is null and exists (
  select from dw_camera where dw_camera.view_id = signal.view_id and dw_camera.vendor = 'exacq')`

const mailTemplates = sql<StoredMailTemplate[] | null>`case when source = 'smtp' then (
    select jsonb_agg(jsonb_build_object('system', system, 'subject', subject, 'text', body) order by name_key, id)
    from mail_template where mail_template.company_id = signal.company_id) end`

/** Claims one signal for reading. An attempt is counted before it starts, so that an attempt that crashes the process is counted too. */
export async function claimSignal(db: Db, id: string, now: Date, atOnce: AtOnce): Promise<ClaimedSignal | undefined> {
  const [claimed] = await atOnce(
    db,
    sql<ClaimedSignal>`
      update signal set attempts = attempts + 1, lease_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and state = 'stored' and ${hasRunOut('lease_until', now, LONGEST_PAUSE_MS)} returning ${claimedColumns}, ${fromStream} as from_stream, ${fromRecorder} as from_recorder, ${mailTemplates} as mail_templates`.compile(
      db,
    ),
  )
  return claimed
}

/** The process that accepted a message reads it at once. A message that is unread for longer than this may be read by another process. */
const LEFT_BEHIND_MS = 2_000

/**
 * Finds signals that no process is reading, oldest first. They were left unread by a process that died, or received before the clock was
 * set back.
 */
export async function findWaitingSignals(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await inSystem(db, (tx) =>
    sql<{ id: string }>`
      select id from signal where state = 'stored' and ${hasRunOut('lease_until', now, LONGEST_PAUSE_MS)}
        and (received_at <= ${new Date(now.getTime() - LEFT_BEHIND_MS)} or received_at > ${new Date(now.getTime() + CLOCK_SLACK_MS)})
      order by received_at limit ${limit}`.execute(tx),
  )
  return rows.map((row) => row.id)
}
