import {
  addVideofied,
  deleteVideofied,
  getVideofied,
  updateVideofied,
  VIDEOFIED_PROBLEMS,
  type VideofiedPanel,
} from '@winnow/contract'
import { readDevices, readSerial } from '@winnow/intake'
import type { Selectable } from 'kysely'
import { beyondCompany, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { channelNumber, listUnknownPanels } from '../intake/index.ts'

export interface VideofiedDeps {
  db: Db
  /** The address of our listener for Videofied panels; undefined where it is switched off. */
  frontel: () => { host: string; port: number; onlyHere: boolean } | undefined
}

type Row = Selectable<DB['videofied_panel']> & { site_name: string; project_id: string }

const listPanels = (tx: Tx, companyId: string, siteId?: string): Promise<Row[]> =>
  tx
    .selectFrom('videofied_panel')
    .innerJoin('site', 'site.id', 'videofied_panel.id')
    .selectAll('videofied_panel')
    .select(['site.name as site_name', 'site.project_id'])
    .where('videofied_panel.company_id', '=', companyId)
    .where('site.deleted_at', 'is', null)
    .$if(siteId !== undefined, (one) => one.where('videofied_panel.id', '=', siteId ?? ''))
    .orderBy('site.name')
    .orderBy('videofied_panel.id')
    .execute()

/** The cameras of sites by their channels: null where more than one has it. */
async function camerasOf(tx: Tx, siteIds: readonly string[]): Promise<Map<string, string | null>> {
  if (siteIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('view')
    .select(['site_id', 'name', channelNumber.as('number')])
    .where('site_id', 'in', siteIds)
    .where('deleted_at', 'is', null)
    .execute()
  const found = new Map<string, string | null>()
  for (const { site_id: siteId, name, number } of rows) {
    const key = `${siteId} ${number}`
    found.set(key, found.has(key) ? null : name)
  }
  return found
}

function present(row: Row, cameras: ReadonlyMap<string, string | null>): VideofiedPanel {
  const code = VIDEOFIED_PROBLEMS.find((each) => each === row.problem)
  return {
    siteId: row.id,
    siteName: row.site_name,
    serial: row.serial,
    seenAt: row.seen_at?.toISOString() ?? null,
    lastEvent: row.event !== null && row.event_at ? { at: row.event_at.toISOString(), words: row.event } : null,
    problem: code && row.problem_at ? { code, at: row.problem_at.toISOString() } : null,
    detectors: readDevices(row.status ?? '').map(({ number, name }) => ({
      number,
      name,
      viewName: cameras.get(`${row.id} ${number}`) ?? null,
    })),
  }
}

async function presentAll(tx: Tx, rows: readonly Row[]): Promise<VideofiedPanel[]> {
  const cameras = await camerasOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, cameras))
}

/** The panel of a site with its state. @throws AppError NOT_FOUND */
async function requirePanel(tx: Tx, companyId: string, siteId: string): Promise<{ row: Row; panel: VideofiedPanel }> {
  const [row] = await listPanels(tx, companyId, siteId)
  if (!row) throw notFound()
  const [panel] = await presentAll(tx, [row])
  if (!panel) throw notFound()
  return { row, panel }
}

/** A serial number in the form in which panels say it. The schema has checked it. */
const serialOf = (text: string): string => readSerial(text) ?? text

const refused = (code: 'SERIAL_TAKEN' | 'PANEL_EXISTS', field: string, message: string, cause?: unknown): AppError =>
  new AppError(code, message, { fields: [{ field, message }], cause })

/** The error of a panel that could not be written. Who has its serial number is not said: it may be another company. */
const refusalOf = (error: unknown): unknown => {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  if (constraint === 'videofied_panel_serial_key')
    return refused('SERIAL_TAKEN', 'serial', 'Another panel has this serial number', error)
  if (constraint === 'videofied_panel_pkey')
    return refused('PANEL_EXISTS', 'siteId', 'This site has a panel already', error)
  return error
}

type Writing = Changing<typeof addVideofied>

/** Writes a change of a site's panel into the audit, and tells consoles of it. */
async function tell(
  { audit, publish }: Pick<Writing, 'audit' | 'publish'>,
  row: Row,
  change: Pick<Parameters<Writing['audit']>[0], 'action' | 'before' | 'after'>,
): Promise<void> {
  await audit({ objectType: 'site', objectId: row.id, objectName: row.site_name, ...change })
  await publish({ type: 'tree.changed', projectId: row.project_id, siteId: row.id, viewId: null })
}

/** What is known of a panel, before it has called. */
const UNHEARD = {
  acknowledged: 0,
  seen_at: null,
  event: null,
  event_at: null,
  problem: null,
  problem_at: null,
  failing_since: null,
  status: null,
  log: null,
}

/** The Videofied panels of a company. */
export function registerVideofied(register: Register, deps: VideofiedDeps): void {
  register.read(getVideofied, {
    prepare: async ({ actor }) =>
      actor.permissions.has('companies.manage')
        ? beyondCompany(deps.db, 'unknown-panels', (tx) => listUnknownPanels(tx, 'videofied'))
        : null,
    async read({ tx, params, prepared }) {
      return {
        server: deps.frontel() ?? null,
        panels: await presentAll(tx, await listPanels(tx, params.id)),
        unknown: prepared?.map(({ account, ...facts }) => ({ serial: account, ...facts })) ?? null,
      }
    },
  })

  register.write(addVideofied, async ({ tx, params: { id: companyId }, body, audit, publish }) => {
    const values = { id: body.siteId, company_id: companyId, serial: serialOf(body.serial) }
    await tx
      .insertInto('videofied_panel')
      .values(values)
      .execute()
      .catch((error: unknown) => Promise.reject(refusalOf(error)))
    const { row, panel } = await requirePanel(tx, companyId, body.siteId)
    await tell({ audit, publish }, row, { action: 'videofied.panel-added', after: { serial: row.serial } })
    return panel
  })

  register.write(updateVideofied, async ({ tx, params: { id: companyId }, body, audit, publish }) => {
    const { row } = await requirePanel(tx, companyId, body.siteId)
    const serial = serialOf(body.serial)
    if (serial !== row.serial)
      await tx
        .updateTable('videofied_panel')
        .set({ serial, ...UNHEARD })
        .where('id', '=', row.id)
        .execute()
        .catch((error: unknown) => Promise.reject(refusalOf(error)))
    await tell({ audit, publish }, row, {
      action: 'videofied.panel-changed',
      before: { serial: row.serial },
      after: { serial },
    })
    return (await requirePanel(tx, companyId, row.id)).panel
  })

  register.write(deleteVideofied, async ({ tx, params: { id: companyId }, query, audit, publish }) => {
    const { row } = await requirePanel(tx, companyId, query.siteId)
    await tx.deleteFrom('videofied_panel').where('id', '=', row.id).execute()
    await tell({ audit, publish }, row, { action: 'videofied.panel-deleted', before: { serial: row.serial } })
    return { success: true as const }
  })
}
