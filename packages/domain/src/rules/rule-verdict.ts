import type { Verdict } from '../verdict/plan-verdict.ts'
import type { GivenReason } from '../sightings/doubt.ts'
import type { RuleFinding } from './findings.ts'

/** The verdict of the filter and its reasons. */
export interface Judgement {
  verdict: Verdict
  reasons: GivenReason[]
}

export interface RuledBy {
  findings: readonly RuleFinding[]
  /** Whether people and vehicles alone make an alarm true. Not so where object detection is off, or only rules ask for the analysis. */
  countsObjects: boolean
  /** The number of rules that judged the alarm. */
  rules: number
}

/** The reason that a finding gives. Its parameters are plain texts, so that mails and receivers can show them. */
function reasonOf(finding: RuleFinding): GivenReason {
  const { outcome, ruleId, name, type, category, why } = finding
  const params = { rule: name, ruleId, type, ...(category !== null && { category }) }
  if (outcome === 'hit') {
    const [box] = finding.boxes
    return { code: 'rule-hit', params: { ...params, ...(box && { frame: box.frame }) } }
  }
  if (outcome === 'held') return { code: 'rule-held', params: { ...params, until: finding.heldUntil ?? '' } }
  return outcome === 'too-small'
    ? { code: 'rule-too-small', params }
    : { code: 'rule-not-seen', params: { ...params, why: why ?? '' } }
}

/**
 * The verdict of an alarm with the findings of its camera's rules. A hit makes it true. A rule never takes an alarm away: what the filter
 * found true stays so, unless object detection is off, where people and vehicles alone are not wanted. A rule that could not look makes a
 * filtered alarm unverified.
 */
export function withRules(filter: Judgement, { findings, countsObjects, rules }: RuledBy): Judgement {
  const of = (outcome: RuleFinding['outcome']) =>
    findings.filter((finding) => finding.outcome === outcome).map(reasonOf)
  const [hits, held, unseen, small] = [of('hit'), of('held'), of('not-seen'), of('too-small')]
  const own = [...hits, ...held, ...unseen, ...small]
  if (hits.length > 0) return { verdict: 'true', reasons: [...own, ...filter.reasons] }
  if (countsObjects) {
    const verdict = filter.verdict === 'false' && unseen.length > 0 ? 'unverified' : filter.verdict
    const reasons = filter.verdict === 'false' ? [...own, ...filter.reasons] : [...filter.reasons, ...own]
    return { verdict, reasons }
  }
  if (rules === 0) return { verdict: 'unverified', reasons: [{ code: 'no-ready-rule' }, ...filter.reasons] }
  if (filter.verdict === 'unverified' || unseen.length > 0)
    return { verdict: 'unverified', reasons: [...own, ...filter.reasons] }
  return { verdict: 'false', reasons: [...own, { code: 'no-rule-hit' }, ...filter.reasons] }
}
