import { getFirstSteps, type ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { projectInGrants, siteGranted, viewInGrants } from '../access/index.ts'

/** Looks up what a company has of everything that its first alarm needs. Each part ends at the first row that it finds. */
async function findFirstSteps(tx: Tx, companyId: string, grants: Grants): Promise<ReplyOf<typeof getFirstSteps>> {
  const ofViews = sql`from view where company_id = ${companyId} and deleted_at is null and ${viewInGrants(grants, 'view')}`
  const { rows } = await sql<ReplyOf<typeof getFirstSteps>>`
    select
      (select id from project where company_id = ${companyId} and deleted_at is null and ${projectInGrants(grants, 'project')}
        order by id limit 1) as "projectId",
      (select id from site where company_id = ${companyId} and deleted_at is null and ${siteGranted(grants, 'site')}
        order by id limit 1) as "siteId",
      (select id ${ofViews} order by id limit 1) as "viewId",
      exists (select ${ofViews} and last_signal_at is not null) as alarm,
      exists (select from receiver join site on site.id = receiver.site_id
        where receiver.company_id = ${companyId} and receiver.deleted_at is null and ${siteGranted(grants, 'site')}) as receiver,
      (select count(*) from (select from app_user where company_id = ${companyId} and disabled_at is null limit 2) users) > 1 as colleague`.execute(
    tx,
  )
  return rows[0] ?? { projectId: null, siteId: null, viewId: null, alarm: false, receiver: false, colleague: false }
}

export function registerFirstSteps(register: Register): void {
  register.read(getFirstSteps, ({ tx, actor, companyId }) => findFirstSteps(tx, companyId, actor.grants))
}
