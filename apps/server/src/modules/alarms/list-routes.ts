import {
  getAlarmCount,
  getAlarmRow,
  listAlarmRows,
  listAlarms,
  listDetectionIds,
  listDetections,
  listSiteAlarms,
  listSiteDetections,
  listViewDetections,
  OBJECT_CLASSES,
  type AlarmPage,
  type BodyOf,
  type ViewFilter,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { AlarmQuery, AlarmBody } from './alarm-filter.ts'
import { withFilter } from './camera-filter.ts'
import { withReferences } from './find-references.ts'
import { withZones } from './list-window.ts'
import { countAlarms, findRow, listAlarms as selectAlarms, listIds } from './list-alarms.ts'

interface Asker {
  tx: Tx
  actor: Actor
}

/**
 * Refuses alarms that were drawn for supervisors. These read them by `POST /supervisor/viewalarms` alone, and may not read other alarms.
 */
function refuseRandom({ random }: Pick<AlarmQuery, 'random'>): void {
  if (random) throw new AppError('FORBIDDEN', 'You have no access for this action')
}

async function pageOf(
  { tx, actor }: Asker,
  asked: AlarmQuery,
  body: AlarmBody & { filters?: ViewFilter | undefined },
): Promise<AlarmPage> {
  const { page, limit, tamperingReferenceMode: mode } = asked
  refuseRandom(asked)
  const query = await withZones(tx, asked, sql`${actor.companyId}`)
  const scope = await withFilter(tx, actor, body)
  const { rows, more } = await selectAlarms(tx, actor.companyId, actor.grants, query, scope)
  const byKey = query.before !== undefined || query.after !== undefined || body.alarms !== undefined
  const counted = byKey
    ? { count: null, countIsExact: false }
    : await countAlarms(tx, actor.companyId, actor.grants, query, scope)
  return { rows: mode ? await withReferences(tx, rows, mode) : rows, more, ...counted, page, limit }
}

/** Holds a list to alarms in whose pictures an object was found. Only those have classes. */
const detected = <Q extends Pick<AlarmQuery, 'objectType'>>(query: Q): Q => ({
  ...query,
  objectType: query.objectType?.length ? query.objectType : [...OBJECT_CLASSES],
})

/** The nodes that a query names. */
const nodesIn = ({ cameras, sites, projects }: BodyOf<typeof listAlarms>): AlarmBody => ({ cameras, sites, projects })

function registerDetections(register: Register): void {
  register.read(listDetections, ({ query, ...asker }) => pageOf(asker, detected(query), nodesIn(query)))
  register.read(listViewDetections, ({ query, params, ...asker }) =>
    pageOf(asker, detected(query), { cameras: [params.id] }),
  )
  register.read(listSiteDetections, ({ query, params, ...asker }) =>
    pageOf(asker, detected(query), { sites: [params.id] }),
  )
  register.read(listDetectionIds, async ({ tx, actor, query }) => {
    refuseRandom(query)
    const placed = await withZones(tx, query, sql`${actor.companyId}`)
    return listIds(tx, actor, detected(placed), nodesIn(query))
  })
}

/** Operations that list and count alarms. */
export function registerLists(register: Register): void {
  register.read(listAlarms, ({ query, body, ...asker }) => pageOf(asker, query, body))
  register.read(listAlarmRows, ({ query, ...asker }) => pageOf(asker, query, nodesIn(query)))
  register.read(listSiteAlarms, ({ query, params, ...asker }) => pageOf(asker, query, { sites: [params.id] }))
  registerDetections(register)

  register.read(getAlarmRow, async ({ tx, params }) => {
    const row = await findRow(tx, params.id)
    if (!row) throw notFound()
    return row
  })

  register.read(getAlarmCount, ({ tx, actor, query: { from, to, trueOnly } }) => {
    const all = { page: 1, limit: 1, label: 'all', filter: 'all' } as const
    if (Date.parse(from) > Date.parse(to)) {
      const message = 'from is later than to'
      throw new AppError('VALIDATION', message, { fields: [{ field: 'from', message }] })
    }
    const counted = { ...all, since: from, till: to, ...(trueOnly ? { verdict: ['true' as const] } : {}) }
    return countAlarms(tx, actor.companyId, actor.grants, counted, {})
  })
}
