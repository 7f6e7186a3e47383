import type { CameraRow, CameraSort, listCameras as operation, QueryOf, ReplyOf } from '@winnow/contract'
import { isPaused, nodePermission, type Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { viewFits, withSchedules, type Asker } from '../access/index.ts'
import { firstPictureAt } from './snapshots.ts'

type Query = QueryOf<typeof operation>

/** The sort keys of a row. Instants and shares are converted to whole numbers, so that the next page starts exactly after the last row. */
const KEYS: Record<CameraSort, RawBuilder<unknown>> = {
  name: sql`view.name_key`,
  masked: sql`(view.masks <> '[]'::jsonb)::int::bigint`,
  products: sql`array_to_string(view.products, ' ') collate "C"`,
  lastSignal: sql`coalesce((extract(epoch from view.last_signal_at) * 1000000)::bigint, 0)`,
  lastPicture: sql`coalesce((extract(epoch from view.last_picture_at) * 1000000)::bigint, 0)`,
  alarms: sql`view.week_alarms::bigint`,
  filtered: sql`case when view.week_judged = 0 then -1 else view.week_filtered * 1000000::bigint / view.week_judged end`,
}

/** The sort keys that are texts; all others are whole numbers. */
const TEXTS: ReadonlySet<CameraSort> = new Set(['name', 'products'])

const place = z.tuple([z.string().max(400), z.uuid()])

/** The position after which the next page starts, as an opaque text. It contains the sort key and the id of the last row. */
const placeOf = (key: string, id: string): string => Buffer.from(JSON.stringify([key, id])).toString('base64url')

function readPlace(after: string, sort: CameraSort): [key: string, id: string] {
  try {
    const [key, id] = place.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
    if (TEXTS.has(sort) || /^-?\d{1,18}$/.test(key)) return [key, id]
  } catch {
    // The error is thrown below.
  }
  const message = 'Send `next` of the reply before'
  throw new AppError('VALIDATION', message, { fields: [{ field: 'after', message }] })
}

function behind({ after, sort, order }: Query): RawBuilder<SqlBool> {
  if (after === undefined) return sql<SqlBool>`true`
  const [key, id] = readPlace(after, sort)
  const value = TEXTS.has(sort) ? sql`${key}::text collate "C"` : sql`${key}::bigint`
  return sql<SqlBool>`(${KEYS[sort]}, view.id) ${sql.raw(order === 'asc' ? '>' : '<')} (${value}, ${id}::uuid)`
}

interface Row extends Omit<
  CameraRow,
  'status' | 'externalKey' | 'permission' | 'pausedUntil' | 'lastSignalAt' | 'lastPictureAt' | 'shownPictureAt'
> {
  key: string
  external_key: string | null
  active: boolean
  pausedUntil: Date | null
  lastSignalAt: Date | null
  lastPictureAt: Date | null
  shownPictureAt: Date | null
}

function present(found: Row, grants: Grants, now: Date): CameraRow {
  const { key, active, external_key: externalKey, pausedUntil, ...row } = found
  void key
  const path = { projectId: row.clientId, siteId: row.siteId, viewId: row.id }
  return {
    ...row,
    ...(externalKey === null ? {} : { externalKey }),
    status: { active },
    pausedUntil: pausedUntil && isPaused(pausedUntil, now) ? pausedUntil.toISOString() : null,
    permission: nodePermission(grants, path) ?? 'read',
    lastSignalAt: row.lastSignalAt?.toISOString() ?? null,
    lastPictureAt: row.lastPictureAt?.toISOString() ?? null,
    shownPictureAt: row.shownPictureAt?.toISOString() ?? null,
  }
}

/** One page of cameras in the requested order. It begins after the last row of the previous reply. */
export async function listCameras(tx: Tx, asker: Asker, query: Query, now: Date): Promise<ReplyOf<typeof operation>> {
  const { sort, limit, siteId, projectId } = query
  const direction = sql.raw(query.order)
  const of = [
    viewFits(asker, query),
    behind(query),
    ...(siteId ? [sql<SqlBool>`view.site_id = ${siteId}`] : []),
    ...(projectId ? [sql<SqlBool>`view.project_id = ${projectId}`] : []),
  ]
  const { rows } = await sql<Row>`
    with page as materialized (
      select view.id, ${KEYS[sort]} as key from view where ${sql.join(of, sql` and `)}
      order by key ${direction}, view.id ${direction} limit ${limit + 1}
    )
    select view.id, page.key::text as key, view.name, view.external_key, view.site_id as "siteId", site.name as "siteName", view.project_id as "clientId",
      project.name as "projectName", view.integration, view.active, greatest(view.paused_until, site.paused_until) as "pausedUntil", view.masks <> '[]'::jsonb as masked, view.ptz, view.thermal,
      view.products, view.products_taken as "productsTaken", view.last_signal_at as "lastSignalAt", view.last_picture_at as "lastPictureAt", greatest(view.last_picture_at, view.last_upload_at, ${firstPictureAt}) as "shownPictureAt",
      view.week_alarms as "weekAlarms", view.week_judged as "weekJudged", view.week_filtered as "weekFiltered"
    from page join view on view.id = page.id join site on site.id = view.site_id join project on project.id = view.project_id
    order by page.key ${direction}, view.id ${direction}`.execute(tx)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: await withSchedules(
      tx,
      { filter: query, now },
      shown.map((row) => present(row, asker.grants, now)),
    ),
    next: rows.length > limit && last ? placeOf(last.key, last.id) : null,
  }
}
