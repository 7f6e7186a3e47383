import { getSiteInstructions, type Contact } from '@winnow/contract'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'

/** The address, notes and contacts of the site where an alarm happened, for operators. */
export function registerSiteInstructions(register: Register): void {
  register.read(getSiteInstructions, async ({ tx, companyId, params }) => {
    const row = await tx
      .selectFrom('alarm')
      .innerJoin('site', 'site.id', 'alarm.site_id')
      .select(['site.id', 'site.address', 'site.notes', 'site.contacts', 'site.deleted_at'])
      .where('alarm.company_id', '=', companyId)
      .where('alarm.id', '=', params.id)
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.deleted_at !== null) return { siteId: row.id, address: null, notes: null, contacts: [] }
    const { id: siteId, address, notes } = row
    return { siteId, address, notes, contacts: row.contacts as unknown as Contact[] }
  })
}
