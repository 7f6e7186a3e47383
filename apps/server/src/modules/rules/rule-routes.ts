import {
  createAdvancedRule,
  deleteAdvancedRule,
  listAdvancedRules,
  RULE_LIMITS,
  updateAdvancedRule,
  type AdvancedRule,
  type AdvancedRuleFields,
} from '@winnow/contract'
import type { RuleReadiness } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { findTemplates } from '../schedules/index.ts'
import { lastHits } from './last-hits.ts'
import { columnsOf, findRule, listRules, presented, type StoredRule } from './stored-rule.ts'
import { findCompanyRules, presentReadiness, readinessOfRules } from './surroundings.ts'

async function withStates(tx: Tx, companyId: string, viewId: string, rules: StoredRule[]): Promise<AdvancedRule[]> {
  if (rules.length === 0) return []
  const states = await readinessOfRules(tx, await findCompanyRules(tx, companyId), viewId, rules)
  const hits = await lastHits(tx, viewId)
  return rules.map((rule, index) => ({
    ...presented(rule),
    lastHitAt: hits.get(rule.id)?.toISOString() ?? null,
    ...presentReadiness(states[index] ?? { state: 'locked', obstacle: 'feature' }),
  }))
}

async function getRule(tx: Tx, companyId: string, viewId: string, ruleId: string): Promise<AdvancedRule> {
  const rule = await findRule(tx, viewId, ruleId)
  const [state] = rule ? await withStates(tx, companyId, viewId, [rule]) : []
  if (!state) throw notFound()
  return state
}

const missing = (field: string): AppError =>
  new AppError('NOT_FOUND', 'Not found', {
    fields: [{ field: `advancedRule.${field}`, message: 'Does not exist' }],
  })

/** Refuses schedules and lists that the caller does not see. One that the rule had before, and that was deleted since, may stay. */
async function requireNamed(
  { tx, actor, now }: { tx: Tx; actor: Actor; now: Date },
  { scheduleId, meta }: AdvancedRuleFields,
  before: AdvancedRuleFields | undefined,
): Promise<void> {
  if (
    scheduleId !== null &&
    scheduleId !== before?.scheduleId &&
    (await findTemplates({ tx, actor, now }, [scheduleId])).length === 0
  )
    throw missing('scheduleId')
  const listId = meta.listId ?? null
  if (listId === null || listId === before?.meta.listId) return
  const list = await tx.selectFrom('watch_list').select('id').where('id', '=', listId).executeTakeFirst()
  if (!list) throw missing('meta.listId')
}

/**
 * Refuses rules that the company may not have, and to switch on what cannot look. A rule whose company lost the feature may still be renamed
 * or switched off.
 */
function requireReady(readiness: RuleReadiness | undefined, { active }: AdvancedRuleFields, isNew: boolean): void {
  if (!readiness || readiness.state === 'ready') return
  if (readiness.state === 'locked') {
    if (isNew || active) throw new AppError('RULE_LOCKED', 'The company does not have this type of rule')
    return
  }
  if (!active) return
  if (readiness.state === 'needs-detector')
    throw new AppError('RULE_NEEDS_DETECTOR', `No detector in use can see this: ${readiness.needs}`, {
      fields: [{ field: 'advancedRule.active', message: 'Add a detector first, or save the rule switched off' }],
    })
  throw new AppError('RULE_NOT_READY', `The rule cannot look at this camera: ${readiness.obstacle}`, {
    fields: [{ field: 'advancedRule.active', message: 'Save the rule switched off' }],
  })
}

async function check(
  tx: Tx,
  { actor, companyId, viewId, now }: { actor: Actor; companyId: string; viewId: string; now: Date },
  fields: AdvancedRuleFields,
  before: StoredRule | undefined,
): Promise<void> {
  await requireNamed({ tx, actor, now }, fields, before?.fields)
  const hasSchedule = fields.scheduleId === before?.fields.scheduleId ? (before?.hasSchedule ?? true) : true
  const hasList = fields.meta.listId === before?.fields.meta.listId ? (before?.hasList ?? true) : true
  const company = await findCompanyRules(tx, companyId)
  const wanted = { id: before?.id ?? '', fields, hasSchedule, hasList }
  const [readiness] = await readinessOfRules(tx, company, viewId, [wanted])
  requireReady(readiness, fields, before === undefined)
}

/** Serialises the changes of the rules of one camera. */
async function lockView(tx: Tx, viewId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from view where id = ${viewId} for no key update`.execute(tx)
  return rows[0]?.name ?? ''
}

/** What the audit keeps of a rule. */
const recorded = ({ zones, ...fields }: AdvancedRuleFields) => ({ ...fields, zones: zones.map(({ name }) => name) })

function registerLooksAndNew(register: Register): void {
  register.read(listAdvancedRules, async ({ tx, companyId, params }) =>
    withStates(tx, companyId, params.id, await listRules(tx, params.id)),
  )

  register.write(createAdvancedRule, async ({ tx, actor, companyId, params, body, now, audit }) => {
    const viewName = await lockView(tx, params.id)
    const there = await listRules(tx, params.id)
    if (there.length >= RULE_LIMITS.perView)
      throw new AppError('CAPACITY_REACHED', `A camera can have ${RULE_LIMITS.perView} rules`)
    await check(tx, { actor, companyId, viewId: params.id, now }, body.advancedRule, undefined)
    const id = newId()
    await tx
      .insertInto('advanced_rule')
      .values({
        id,
        company_id: companyId,
        view_id: params.id,
        ...columnsOf(body.advancedRule),
        changed_at: now,
        changed_by: actor.name,
      })
      .execute()
    await audit({
      action: 'rule.created',
      objectType: 'view',
      objectId: params.id,
      objectName: viewName,
      after: recorded(body.advancedRule),
    })
    return getRule(tx, companyId, params.id, id)
  })
}

function registerChanges(register: Register): void {
  register.write(updateAdvancedRule, async ({ tx, actor, companyId, params, body, now, audit }) => {
    const viewName = await lockView(tx, params.id)
    const before = await findRule(tx, params.id, params.ruleId)
    if (!before) throw notFound()
    if (body.basedOn && body.basedOn.version !== before.version)
      throw new AppError('CONFLICT', `${before.changedBy} has changed this rule meanwhile`)
    await check(tx, { actor, companyId, viewId: params.id, now }, body.advancedRule, before)
    await tx
      .updateTable('advanced_rule')
      .set({ ...columnsOf(body.advancedRule), changed_at: now, changed_by: actor.name })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', params.ruleId)
      .execute()
    await audit({
      action: 'rule.changed',
      objectType: 'view',
      objectId: params.id,
      objectName: viewName,
      before: recorded(before.fields),
      after: recorded(body.advancedRule),
    })
    return getRule(tx, companyId, params.id, params.ruleId)
  })

  register.write(deleteAdvancedRule, async ({ tx, params, audit }) => {
    const viewName = await lockView(tx, params.id)
    const before = await findRule(tx, params.id, params.ruleId)
    if (!before) throw notFound()
    await tx.deleteFrom('advanced_rule').where('id', '=', params.ruleId).execute()
    await audit({
      action: 'rule.deleted',
      objectType: 'view',
      objectId: params.id,
      objectName: viewName,
      before: recorded(before.fields),
    })
    return { success: true as const }
  })
}

export function registerRules(register: Register): void {
  registerLooksAndNew(register)
  registerChanges(register)
}
