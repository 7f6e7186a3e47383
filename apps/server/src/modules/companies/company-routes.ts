import {
  createCompany,
  getCompany,
  listCompanies,
  provisionCompany,
  suspendCompany,
  updateCompany,
  type Company,
  type Operation,
} from '@winnow/contract'
import { sql } from 'kysely'
import { askBeyond, type Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { auditedChange } from '../../platform/http/audited-change.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { findCompany, listCompanies as selectCompanies } from './company-queries.ts'

const nameTaken = (field: string, message: string): AppError =>
  new AppError('NAME_TAKEN', message, { fields: [{ field, message }] })

async function requireFree(
  tx: Tx,
  wanted: { name?: string; subdomain?: string | null },
  exceptId: string,
): Promise<void> {
  // Serialises writers of names. Two at once could both find the name free.
  await sql`select pg_advisory_xact_lock(hashtextextended('company names', 2))`.execute(tx)
  const { rows } = await askBeyond(tx, 'company-name-taken', () =>
    sql<{ same_name: boolean }>`
      select lower(name) = lower(${wanted.name ?? ''}) as same_name from company
      where id <> ${exceptId} and kind <> 'installation' and (lower(name) = lower(${wanted.name ?? ''}) or subdomain = ${wanted.subdomain ?? null})
      order by 1 desc limit 1`.execute(tx),
  )
  const [taken] = rows
  if (taken)
    throw taken.same_name ? nameTaken('name', 'This name is taken') : nameTaken('subdomain', 'This subdomain is taken')
}

const settingsOf = (company: Company) => ({
  rtspCameras: company.rtspCameras,
  name: company.name,
  theme: company.theme,
  subdomain: company.subdomain,
  unlocks: company.unlocks,
  defaultSiteTimezone: company.defaultSiteTimezone,
  maskConfig: company.maskConfig,
  siteIdleHours: company.siteIdleHours,
})

export function registerCompanyRoutes(register: Register): void {
  const getOne = async (tx: Tx, id: string): Promise<Company> => {
    const company = await findCompany(tx, id)
    if (!company) throw notFound()
    return company
  }
  /** Applies a change and records its before and after in the company's audit log. */
  const change = async (
    { tx, companyId: id, audit }: Pick<Changing<Operation>, 'tx' | 'companyId' | 'audit'>,
    action: string,
    write: (before: Company) => Promise<unknown>,
  ) =>
    auditedChange(
      audit,
      { action, objectType: 'company', objectId: id },
      { load: () => getOne(tx, id), facts: settingsOf, nameOf: ({ name }) => name },
      write,
    )

  register.read(listCompanies, async ({ tx, query }) => {
    const { rows, count } = await selectCompanies(tx, query)
    return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
  })

  register.write(createCompany, async ({ tx, actor, body, now, requestId }) => {
    const id = newId(now.getTime())
    await requireFree(tx, body, id)
    await tx
      .insertInto('company')
      .values({
        id,
        name: body.name,
        theme: body.theme,
        subdomain: body.subdomain,
        created_at: now,
        ...(body.defaultSiteTimezone === undefined ? {} : { default_site_timezone: body.defaultSiteTimezone }),
      })
      .execute()
    const company = await getOne(tx, id)
    const entry = { action: 'company.created', objectType: 'company' as const, objectId: id, objectName: company.name }
    await recordAudit(tx, { ...actor, companyId: id }, { ...entry, after: settingsOf(company) }, now, requestId)
    return company
  })

  register.read(getCompany, ({ tx, params }) => getOne(tx, params.id))

  register.write(updateCompany, (asked) =>
    change(asked, 'company.changed', async (before) => {
      const { tx, params, body } = asked
      requirePlainLines({ name: before.name }, { name: body.name })
      if (body.name !== undefined) await requireFree(tx, { name: body.name }, params.id)
      const { maskConfig } = body
      await tx
        .updateTable('company')
        .set({
          id: params.id,
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.defaultSiteTimezone === undefined ? {} : { default_site_timezone: body.defaultSiteTimezone }),
          ...(maskConfig === undefined
            ? {}
            : { mask_color: [...maskConfig.maskColor], mask_opacity: maskConfig.maskOpacity }),
          ...(body.siteIdleHours === undefined ? {} : { site_idle_hours: body.siteIdleHours }),
        })
        .where('id', '=', params.id)
        .execute()
    }),
  )

  register.write(provisionCompany, (asked) =>
    change(asked, 'company.provisioned', async () => {
      const { tx, params, body } = asked
      if (body.subdomain) await requireFree(tx, { subdomain: body.subdomain }, params.id)
      const unlocks = JSON.stringify(body.unlocks ?? {})
      await tx
        .updateTable('company')
        .set({
          ...(body.theme === undefined ? {} : { theme: body.theme }),
          ...(body.subdomain === undefined ? {} : { subdomain: body.subdomain }),
          ...(body.rtspCameras === undefined ? {} : { rtsp_cameras: body.rtspCameras }),
          unlocks: sql`unlocks || ${unlocks}::jsonb`,
        })
        .where('id', '=', params.id)
        .execute()
    }),
  )

  register.write(suspendCompany, async (asked) => {
    const { tx, actor, params, body, now } = asked
    if (params.id === actor.companyId) throw new AppError('OWN_ACCOUNT', 'One’s own company cannot be suspended')
    const action = body.suspended ? 'company.suspended' : 'company.reopened'
    return change(asked, action, async () => {
      await tx
        .updateTable('company')
        .set({ suspended_at: body.suspended ? now : null })
        .where('id', '=', params.id)
        .execute()
    })
  })
}
