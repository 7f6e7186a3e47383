import { type ImmixAlarm, listImmixOfSite, listImmixOfView } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'

type Footage = ImmixAlarm['attachedFootage'][number]

/** What was attached to a signal: the files themselves, not the pictures that were taken out of a clip. */
const FOOTAGE = sql<Footage[]>`coalesce((
  select jsonb_agg(jsonb_build_object('attachedFootageId', frame.media_id, 'kind', frame.kind, 'type', frame.original_type,
    'bytes', frame.original_bytes, 'position', frame.position) order by frame.position)
  from frame where frame.alarm_id = signal.alarm_id and frame.signal_id = signal.id and frame.kind <> 'clip-frame'), '[]')`

/** Immix alarms, the newest first. Resends are left out: what was attached to them stands at the first message. */
function selectImmix(tx: Tx, companyId: string) {
  return tx
    .selectFrom('signal')
    .select([
      'id',
      'received_at',
      'view_id',
      'alarm_id',
      sql<string | null>`signal.device ->> 'channel'`.as('input'),
      'event',
      'event_type',
      'device_time',
      FOOTAGE.as('footage'),
    ])
    .where('company_id', '=', companyId)
    .where('vendor', '=', sql.lit('immix'))
    .where('duplicate_of', 'is', null)
    .orderBy('id', 'desc')
}

const present = (row: Awaited<ReturnType<ReturnType<typeof selectImmix>['execute']>>[number]): ImmixAlarm => ({
  id: row.id,
  receivedAt: row.received_at.toISOString(),
  viewId: row.view_id,
  alarmId: row.alarm_id,
  input: row.input,
  event: row.event,
  eventType: row.event_type as ImmixAlarm['eventType'],
  deviceTime: row.device_time,
  attachedFootage: row.footage,
})

export function registerImmix(register: Register): void {
  register.read(listImmixOfSite, async ({ tx, companyId, params, query }) => {
    const { before, limit, attachedFootageId: wanted } = query
    const rows = await selectImmix(tx, companyId)
      .where('site_id', '=', params.id)
      .$if(wanted !== undefined, (some) => some.where('id', '=', wanted?.split(':')[0] ?? ''))
      .$if(before !== undefined, (some) => some.where('id', '<', before ?? ''))
      .limit(limit)
      .execute()
    const alarms = rows.map(present)
    if (wanted === undefined) return alarms
    return alarms
      .map((alarm) => ({
        ...alarm,
        attachedFootage: alarm.attachedFootage.filter(({ attachedFootageId }) => attachedFootageId === wanted),
      }))
      .filter(({ attachedFootage }) => attachedFootage.length > 0)
  })

  register.read(listImmixOfView, async ({ tx, companyId, params, query: { before, limit } }) => {
    const rows = await selectImmix(tx, companyId)
      .where('view_id', '=', params.id)
      .$if(before !== undefined, (some) => some.where('id', '<', before ?? ''))
      .limit(limit)
      .execute()
    return rows.map(present)
  })
}
