import { evaluateRules, withRules, type RuleFinding, type SeenFacts } from '@winnow/domain'
import type { AlarmAnalysis } from '@winnow/vision'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Findings } from '../alarms/index.ts'
import { findPlateMatches } from '../rules/index.ts'
import type { AlarmJob } from './load-job.ts'

const HITS = new Set<RuleFinding['outcome']>(['hit', 'held'])

/** Replaces picture numbers by positions within the alarm, as detections have them. */
function placed(finding: RuleFinding, position: ReadonlyMap<number, number>): RuleFinding {
  return { ...finding, boxes: finding.boxes.map((box) => ({ ...box, frame: position.get(box.frame) ?? box.frame })) }
}

/** The facts when nothing could be analysed: no rule could look. */
const UNSEEN: SeenFacts = { pictures: [], sightings: [], plates: null, zones: [], capabilities: [], isComplete: false }

/** Hits first, then what was held back, then what could not be seen. */
const ORDER: readonly RuleFinding['outcome'][] = ['hit', 'held', 'not-seen', 'too-small']
const byOutcome = (a: RuleFinding, b: RuleFinding) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome)

/**
 * Judges an alarm by the rules of its camera and stores what they remember. Returns the findings with the verdict that they lead to.
 * @param position of pictures within the alarm, by their index in the analysis
 */
export async function applyRules(
  tx: Tx,
  { alarmId, job, keys, now }: { alarmId: string; job: AlarmJob; keys: KeyRing; now: Date },
  findings: Findings,
  { analysis, position }: { analysis: AlarmAnalysis | undefined; position: ReadonlyMap<number, number> },
): Promise<Findings> {
  const { rules, memory, countsObjects } = job.ruled
  if (job.isUnfiltered || (rules.length === 0 && countsObjects)) return findings
  const facts = analysis?.rules ?? UNSEEN
  const judged = evaluateRules({
    id: alarmId,
    receivedAt: job.receivedAt,
    facts,
    rules,
    memory,
    matches: await findPlateMatches(tx, keys, { rules, read: facts.plates?.plates ?? [], now }),
  })
  if (rules.length > 0 && analysis !== undefined && !job.isTest) await remember(tx, job, judged.memory, now)
  const found = judged.findings.map((finding) => placed(finding, position)).toSorted(byOutcome)
  const { verdict, reasons } = withRules(
    { verdict: findings.verdict, reasons: findings.reasons },
    { findings: found, countsObjects, rules: rules.length },
  )
  return {
    ...findings,
    verdict,
    reasons,
    rules: found,
    ruleTypes: [...new Set(found.filter(({ outcome }) => HITS.has(outcome)).map(({ type }) => type))],
  }
}

async function remember(tx: Tx, job: AlarmJob, memory: object, now: Date): Promise<void> {
  const values = { memory: JSON.stringify(memory), updated_at: now }
  await tx
    .insertInto('rule_memory')
    .values({ view_id: job.viewId, company_id: job.companyId, ...values })
    .onConflict((conflict) => conflict.column('view_id').doUpdateSet(values))
    .execute()
}
