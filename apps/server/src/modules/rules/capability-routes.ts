import { listRuleCapabilities, RULE_CATEGORIES, RULE_TYPES, type RuleCategory, type RuleType } from '@winnow/contract'
import { readinessOf } from '@winnow/domain'
import type { Register } from '../../platform/http/register.ts'
import { findCompanyRules, presentReadiness, signalTimes } from './surroundings.ts'

const CATEGORIES: Partial<Record<RuleType, readonly RuleCategory[]>> = RULE_CATEGORIES
/** The period in seconds for which a type is judged that follows somebody over signals. */
const USUAL_PERIOD = 30

export function registerCapabilities(register: Register): void {
  register.read(listRuleCapabilities, async ({ tx, companyId, query }) => {
    const company = await findCompanyRules(tx, companyId)
    const signals = query.viewId === undefined ? [] : await signalTimes(tx, query.viewId)
    const around = { ...company, signals, hasSchedule: true, hasList: true }
    return RULE_TYPES.flatMap((type) =>
      (CATEGORIES[type] ?? [null]).map((category) => ({
        type,
        category,
        ...presentReadiness(
          readinessOf(
            {
              detectionType: type,
              categories: category === null ? [] : [category],
              detectionPeriod: USUAL_PERIOD,
            },
            around,
          ),
        ),
      })),
    )
  })
}
