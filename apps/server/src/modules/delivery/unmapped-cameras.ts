import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * For each active receiver of a company with a table of cameras: how many active cameras of its site the table does not name. Their alarms
 * go out with the receiver's default. A receiver whose table is empty uses the default on purpose and is not
 * counted, nor is a webhook whose body has no place for it.
 * @returns numbers above 0, by the receiver's id
 */
export async function countUnmapped(tx: Tx, companyId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    with named as (
      select r.id, r.site_id, lower(line ->> 'camera') as camera
      from receiver r cross join lateral jsonb_array_elements(
        case when jsonb_typeof(r.config -> 'cameras') = 'array' then r.config -> 'cameras' else '[]' end) line
      where r.company_id = ${companyId} and r.active and r.deleted_at is null
        and coalesce(r.config ->> 'format', '') not in ('standard', 'words') and line ->> 'camera' is not null)
    select r.id, count(*)::int as n
    from (select distinct id, site_id from named) r join view on view.site_id = r.site_id
    where view.deleted_at is null and view.active
      and (r.id, lower(trim(view.name))) not in (select id, camera from named)
      and (r.id, view.id::text) not in (select id, camera from named)
    group by r.id`.execute(tx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}
