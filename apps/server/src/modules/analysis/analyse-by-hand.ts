import { analyseAlarm } from '@winnow/contract'
import type { Deadline } from '@winnow/domain'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { announceAlarm, findAlarm } from '../alarms/index.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'

interface Row {
  company_id: string
  project_id: string
  site_id: string
  view_id: string
  is_test: boolean
  version: number
}

/**
 * An alarm that was kept outside the time of its camera counts from then on: it is analysed and delivered like others, with a deadline from
 * now, and shows who did so.
 */
export function registerByHand(register: Register, { deadline }: { deadline: Deadline }): void {
  register.write(analyseAlarm, async ({ tx, actor, params, now, audit }) => {
    const { id } = params
    const kept = await tx
      .selectFrom('alarm')
      .select(['outside', 'outside_until'])
      .where('id', '=', id)
      .where('company_id', '=', actor.companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!kept) throw notFound()
    if (kept.outside === null) throw new AppError('CONFLICT', 'This alarm is not kept any more: it is analysed already')
    const before = { reason: kept.outside, until: kept.outside_until?.toISOString() ?? null }
    const until = deadline.of(now, now)
    const { rows } = await sql<Row>`
      update alarm set outside = null, outside_until = null, deadline_at = ${until}, version = version + 1,
        by_hand = ${JSON.stringify({ by: actor.name, at: now.toISOString(), ...before })}::jsonb
      where id = ${id} returning company_id, project_id, site_id, view_id, is_test, version`.execute(tx)
    const [row] = rows
    if (!row) throw notFound()
    await enqueueAnalysis(
      tx,
      { id, companyId: row.company_id, viewId: row.view_id },
      { inTimeUntil: until, releaseAt: null },
      now,
    )
    await audit({ action: 'alarm.analysed', objectType: 'alarm', objectId: id, before: { outside: before } })
    await announceAlarm(tx, id, row.version, row)
    const alarm = await findAlarm(tx, actor.companyId, id)
    if (!alarm) throw notFound()
    return alarm
  })
}
