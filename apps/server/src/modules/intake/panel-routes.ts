import {
  getSitePanel,
  PANEL_ENCRYPTIONS,
  PANEL_PROBLEMS,
  removeSitePanel,
  setSitePanel,
  type Panel,
} from '@winnow/contract'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { beyondCompany, type Db, type Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newPanelKey } from './panel-key.ts'
import { listUnknownPanels } from './unknown-panels.ts'

export interface PanelRouteDeps {
  db: Db
  keys: KeyRing
  /** The address of our receiver for panels; undefined where it is switched off. */
  dc09: () => { host: string; port: number; onlyHere: boolean; takesPlain: boolean } | undefined
}

const BITS = { aes128: 128, aes192: 192, aes256: 256, none: null } as const

const panelOf = (tx: Tx, siteId: string) =>
  tx.selectFrom('panel').selectAll().where('id', '=', siteId).executeTakeFirst()

function present(row: NonNullable<Awaited<ReturnType<typeof panelOf>>>): Panel {
  const code = PANEL_PROBLEMS.find((each) => each === row.problem)
  return {
    account: row.account,
    encryption: PANEL_ENCRYPTIONS.find((each) => BITS[each] === row.key_bits) ?? 'none',
    arms: row.arms,
    area: row.area,
    seenAt: row.seen_at?.toISOString() ?? null,
    problem: code && row.problem_at ? { code, at: row.problem_at.toISOString() } : null,
  }
}

/** The part of a panel that a person sets, for the audit. */
const settingsOf = ({ account, encryption, arms, area }: Panel) => ({ account, encryption, arms, area })

const siteOf = (tx: Tx, id: string) =>
  tx.selectFrom('site').select(['name', 'project_id']).where('id', '=', id).executeTakeFirstOrThrow()

/** The error of a panel that could not be written. Who has its account is not said: it may be another company. */
function refusalOf(error: unknown): unknown {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'panel_account_key'
  if (!isTaken) return error
  const message = 'Another panel has this account'
  return new AppError('ACCOUNT_TAKEN', message, { fields: [{ field: 'account', message }], cause: error })
}

export function registerPanels(register: Register, deps: PanelRouteDeps): void {
  register.read(getSitePanel, {
    prepare: async ({ actor }) =>
      actor.permissions.has('companies.manage')
        ? beyondCompany(deps.db, 'unknown-panels', (tx) => listUnknownPanels(tx))
        : null,
    async read({ tx, params, prepared: unknown }) {
      const row = await panelOf(tx, params.id)
      return { server: deps.dc09() ?? null, panel: row ? present(row) : null, unknown }
    },
  })

  register.write(setSitePanel, async ({ tx, actor, params: { id }, body, audit, publish }) => {
    const account = body.account.toUpperCase()
    const site = await siteOf(tx, id)
    const before = await panelOf(tx, id)
    const bits = BITS[body.encryption]
    const isNew = bits !== null && (body.newKey || before?.key_bits !== bits)
    const made = isNew ? newPanelKey(deps.keys, id, bits) : undefined
    const sealed_key = bits === null ? null : (made?.sealed ?? before?.sealed_key ?? null)
    const settings = { account, key_bits: bits, sealed_key, arms: body.arms, area: body.area }
    const row = await tx
      .insertInto('panel')
      .values({ id, company_id: actor.companyId, ...settings })
      .onConflict((same) => same.column('id').doUpdateSet({ ...settings, problem: null, problem_at: null }))
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => Promise.reject(refusalOf(error)))
    const panel = present(row)
    await audit({
      action: 'site.panel-changed',
      objectType: 'site',
      objectId: id,
      objectName: site.name,
      before: before ? settingsOf(present(before)) : null,
      after: { ...settingsOf(panel), newKey: made !== undefined },
    })
    await publish({ type: 'tree.changed', projectId: site.project_id, siteId: id, viewId: null })
    return { panel, key: made?.key ?? null }
  })

  register.write(removeSitePanel, async ({ tx, params: { id }, audit, publish }) => {
    const site = await siteOf(tx, id)
    const before = await panelOf(tx, id)
    if (before) {
      await tx.deleteFrom('panel').where('id', '=', id).execute()
      const facts = { objectType: 'site' as const, objectId: id, objectName: site.name }
      await audit({ action: 'site.panel-changed', ...facts, before: settingsOf(present(before)), after: null })
      await publish({ type: 'tree.changed', projectId: site.project_id, siteId: id, viewId: null })
    }
    return { success: true as const }
  })
}
