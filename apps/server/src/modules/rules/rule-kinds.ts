import { RULE_CATEGORIES, RULE_TYPES, type RuleCategory, type RuleKind, type RuleType } from '@winnow/contract'
import { readinessOf } from '@winnow/domain'
import { type CompanyRules, presentReadiness } from './surroundings.ts'

const CATEGORIES: Partial<Record<RuleType, readonly RuleCategory[]>> = RULE_CATEGORIES
/** The period in seconds for which a type is judged that follows somebody over signals. */
const USUAL_PERIOD = 30

/**
 * All kinds of rules, and whether rules of each can look.
 * @param signals when the latest signals of a camera came; empty for any camera
 */
export function kindsOf(company: CompanyRules, signals: readonly number[]): RuleKind[] {
  const around = { ...company, signals, hasSchedule: true, hasList: true }
  return RULE_TYPES.flatMap((type) =>
    (CATEGORIES[type] ?? [null]).map((category) => ({
      type,
      category,
      ...presentReadiness(
        readinessOf(
          { detectionType: type, categories: category === null ? [] : [category], detectionPeriod: USUAL_PERIOD },
          around,
        ),
      ),
    })),
  )
}
