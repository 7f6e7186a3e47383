import {
  DW_EVENT_DAYS,
  type DwAlarm,
  type DwGenericEvent,
  listDwAlarms,
  listDwGenericEvents,
  updateDwAlarms,
} from '@winnow/contract'
import type { NxAnswer, NxLogged, NxSession } from '@winnow/delivery'
import { nxId } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { askSystems } from './ask-systems.ts'
import { countLook } from './call-systems.ts'
import type { DwDeps } from './server-routes.ts'
import { findDwServersOf } from './stored-servers.ts'

const DAYS_MS = DW_EVENT_DAYS * 86_400_000
/** Entries of one log that are looked through. */
const MOST_ENTRIES = 5_000

/** The mappings of a company, in the order in which they are compared. */
const findAlarms = async (tx: Tx, companyId: string): Promise<DwAlarm[]> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column holds the types that the contract has let through
  (await tx
    .selectFrom('dw_alarm')
    .select([
      'system_name as systemName',
      'server_id as cameraServerId',
      'camera_id as cameraId',
      'alarm_type as alarmType',
      'alarm_name as alarmName',
      'action_type as actionType',
      'event_id as alarmEventId',
      'event_type as eventType',
    ])
    .where('company_id', '=', companyId)
    .orderBy('position')
    .execute()) as DwAlarm[]

async function writeAlarms(tx: Tx, companyId: string, alarms: readonly DwAlarm[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 22))`.execute(tx)
  await tx.deleteFrom('dw_alarm').where('company_id', '=', companyId).execute()
  const rows = alarms.map((alarm, position) => ({ ...alarm, position }))
  await sql`insert into dw_alarm (company_id, position, system_name, server_id, camera_id, alarm_type, alarm_name, action_type, event_id, event_type)
    select ${companyId}, position, "systemName", "cameraServerId", "cameraId", "alarmType", "alarmName", "actionType", "alarmEventId", "eventType"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as asked (position int, "systemName" text, "cameraServerId" text, "cameraId" text,
      "alarmType" text, "alarmName" text, "actionType" text, "alarmEventId" text, "eventType" text)`.execute(tx)
}

interface Looked {
  entries: NxLogged[]
  names: Map<string, string>
}

/** The latest entries of a system's log, with the names of its cameras. */
async function lookAtLog(session: NxSession, now: Date): Promise<NxAnswer<Looked>> {
  const since = new Date(now.getTime() - DAYS_MS)
  const [entries, cameras] = await Promise.all([
    session.log({ since, durationMs: DAYS_MS, limit: MOST_ENTRIES, latest: true }),
    session.cameras(),
  ])
  if (!entries.ok) return entries
  if (!cameras.ok) return cameras
  const names = new Map(cameras.value.map(({ id, name }) => [id, name]))
  return { ok: true, value: { entries: entries.value, names } }
}

/** The kinds of events of a log, each with its latest time. */
function kindsOf(systemName: string, { entries, names }: Looked): DwGenericEvent[] {
  const kinds = new Map<string, DwGenericEvent>()
  for (const { at, cameraId, serverId, alarmType, alarmName, actionType, alarmEventId } of entries) {
    const kind = { systemName, cameraServerId: serverId, cameraId, alarmType, alarmName, actionType, alarmEventId }
    const key = JSON.stringify(kind)
    const known = kinds.get(key)
    const lastAt = at.toISOString()
    if (!known) kinds.set(key, { ...kind, cameraName: names.get(cameraId) ?? '', count: 1, lastAt })
    else kinds.set(key, { ...known, count: known.count + 1, lastAt: lastAt > known.lastAt ? lastAt : known.lastAt })
  }
  return [...kinds.values()]
}

/** What events of the systems mean, and which there were. */
export function registerDwAlarms(register: Register, { cameraGuard: guard, keys, looks }: DwDeps): void {
  register.read(listDwAlarms, ({ tx, companyId }) => findAlarms(tx, companyId))

  register.write(updateDwAlarms, async ({ tx, companyId, body, audit }) => {
    const before = await findAlarms(tx, companyId)
    // Ids are kept in one form, in which events are compared with them.
    const alarms = body.alarms.map((alarm) => ({
      ...alarm,
      cameraId: nxId(alarm.cameraId),
      cameraServerId: nxId(alarm.cameraServerId),
    }))
    await writeAlarms(tx, companyId, alarms)
    await audit({
      action: 'digital-watchdog.alarms-changed',
      objectType: 'company',
      objectId: companyId,
      before: { mappings: before.length },
      after: { mappings: alarms.length },
    })
    return findAlarms(tx, companyId)
  })

  register.read(listDwGenericEvents, {
    async reply({ actor, companyId, now, read }) {
      countLook(looks, actor, now)
      const stored = await read((tx) => findDwServersOf(tx, companyId))
      const { answers, failures } = await askSystems({ guard, keys }, stored, (session) => lookAtLog(session, now))
      const events = answers.flatMap(({ systemName, value }) => kindsOf(systemName, value))
      return { events: events.toSorted((a, b) => b.lastAt.localeCompare(a.lastAt)), failures }
    },
  })
}
