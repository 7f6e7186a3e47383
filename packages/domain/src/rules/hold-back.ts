import type { RuleFinding } from './findings.ts'
import { plateSkeleton } from './plate-match.ts'
import type { LastHit } from './rule-memory.ts'
import type { Rule } from './rule.ts'
import { shortNumberOf } from './short-number.ts'

/** Makes a number of a plate, from which nobody can guess the plate: the memory holds no plates. */
export type NumberOf = (plate: string) => string

/** What is held back by a timeout: the same rule, category and plate. Another plate is another matter. */
const keyOf = ({ ruleId, category, plate }: RuleFinding, numberOf: NumberOf): string =>
  `${shortNumberOf(`${ruleId}/${category ?? ''}`)}${plate ? `/${numberOf(plateSkeleton(plate.listed ?? plate.read))}` : ''}`

const MINUTE_MS = 60_000

/**
 * Marks hits within the timeout of an earlier hit as held. The timeout is counted from the last hit that was passed on. A repeated analysis
 * of an alarm does not hold back its own hits.
 */
export function holdBack(
  findings: readonly RuleFinding[],
  rules: readonly Rule[],
  { alarm, now, before, numberOf }: { alarm: string; now: number; before: readonly LastHit[]; numberOf: NumberOf },
): { findings: RuleFinding[]; hits: LastHit[] } {
  const hits = new Map(before.map((hit) => [hit.key, hit]))
  const marked = findings.map((finding): RuleFinding => {
    const rule = rules.find(({ id }) => id === finding.ruleId)
    if (finding.outcome !== 'hit' || !rule?.detectionTimeoutActive || rule.detectionTimeout === null) return finding
    const timeoutMs = rule.detectionTimeout * MINUTE_MS
    const key = keyOf(finding, numberOf)
    const last = hits.get(key)
    if (last && last.alarm !== alarm && last.at <= now && now < last.at + timeoutMs)
      return { ...finding, outcome: 'held', heldUntil: new Date(last.at + timeoutMs).toISOString() }
    // An alarm that is analysed late does not shorten the timeout of a later one.
    if (!last || last.at <= now) hits.set(key, { key, alarm, at: now })
    return { ...finding, heldUntil: new Date(now + timeoutMs).toISOString() }
  })
  return { findings: marked, hits: [...hits.values()] }
}
