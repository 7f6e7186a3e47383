import { listRuleCapabilities } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import { kindsOf } from './rule-kinds.ts'
import { findCompanyRules, signalTimes } from './surroundings.ts'

export function registerCapabilities(register: Register): void {
  register.read(listRuleCapabilities, async ({ tx, companyId, query }) =>
    kindsOf(
      await findCompanyRules(tx, companyId),
      query.viewId === undefined ? [] : await signalTimes(tx, query.viewId),
    ),
  )
}
