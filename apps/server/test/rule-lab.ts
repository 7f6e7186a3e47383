import type { AdvancedRule } from '@winnow/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { inSystem } from '../src/platform/db/transaction.ts'
import { callApi } from './call-api.ts'
import type { Tenant } from './factories.ts'
import type { TestServer } from './test-server.ts'

const ALL_UNLOCKS = {
  isAdvancedAlarmUnlocked: true,
  isLPRUnlocked: true,
  isPPEUnlocked: true,
  isHazardUnlocked: true,
  isSafetyComplianceUnlocked: true,
  isBehaviouralAnomalyUnlocked: true,
  isVehicleWatchlistEnabled: true,
}

/** Sets the features of a company: all that rules can need, unless a test names others. */
export const unlock = (server: TestServer, { companyId }: Tenant, unlocks: object = ALL_UNLOCKS) =>
  inSystem(server.database.runtime, (tx) =>
    sql`update company set unlocks = ${JSON.stringify(unlocks)}::jsonb where id = ${companyId}`.execute(tx),
  )

/** Adds a rule to the camera of a tenant, which gets all features before. */
export async function createRule(server: TestServer, tenant: Tenant, advancedRule: object): Promise<AdvancedRule> {
  await unlock(server, tenant)
  const made = await callApi(server, tenant.admin, 'POST', `/v1/view/${tenant.viewId}/advanced-rules`, { advancedRule })
  expect(made).toMatchObject({ status: 200 })
  return made.body as AdvancedRule
}
