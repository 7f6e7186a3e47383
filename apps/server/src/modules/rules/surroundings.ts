import { readinessOf, type RuleReadiness, type RuleSurroundings } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { listCapabilities } from './list-capabilities.ts'
import { presentUnlocks } from '../identity/index.ts'
import { engineRule, type StoredRule } from './stored-rule.ts'

/** What all rules of a company share: its flags, and what the detectors in use can see. */
export type CompanyRules = Pick<RuleSurroundings, 'flags' | 'capabilities'>

/** The number of a camera's latest signals from which their distance is measured. */
const SIGNALS = 200

/** @param unlocks the stored features of the company */
export async function companyRules(tx: Tx, unlocks: unknown): Promise<CompanyRules> {
  return { flags: presentUnlocks(unlocks), capabilities: await listCapabilities(tx) }
}

export async function findCompanyRules(tx: Tx, companyId: string): Promise<CompanyRules> {
  const company = await tx.selectFrom('company').select('unlocks').where('id', '=', companyId).executeTakeFirstOrThrow()
  return companyRules(tx, company.unlocks)
}

/** When the latest signals of a camera came. Tests and uploads of people are left out. */
export async function signalTimes(tx: Tx, viewId: string): Promise<number[]> {
  const { rows } = await sql<{ received_at: Date }>`
    select received_at from signal where view_id = ${viewId} and not is_test and duplicate_of is null
    order by id desc limit ${SIGNALS}`.execute(tx)
  return rows.map(({ received_at: at }) => at.getTime())
}

/** The signals are read only where a rule needs them. */
const needsSignals = (rules: readonly Pick<StoredRule, 'fields'>[]): boolean =>
  rules.some(({ fields }) => fields.detectionType === 'loitering')

/** Whether each rule of a camera can look. */
export async function readinessOfRules(
  tx: Tx,
  company: CompanyRules,
  viewId: string,
  rules: readonly Pick<StoredRule, 'id' | 'fields' | 'hasSchedule' | 'hasList'>[],
): Promise<RuleReadiness[]> {
  const signals = needsSignals(rules) ? await signalTimes(tx, viewId) : []
  return rules.map((rule) =>
    readinessOf(engineRule(rule), {
      ...company,
      signals,
      hasSchedule: rule.hasSchedule,
      hasList: rule.hasList,
    }),
  )
}

/** A state as the API returns it. */
export const presentReadiness = (readiness: RuleReadiness) => ({
  state: readiness.state,
  obstacle: readiness.state === 'ready' ? null : readiness.obstacle,
  needs: readiness.state === 'needs-detector' ? readiness.needs : null,
})
