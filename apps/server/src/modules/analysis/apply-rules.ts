import {
  emptyRuleMemory,
  evaluateRules,
  packMemory,
  withRules,
  type RuledAlarm,
  type RuleFinding,
  type RuleMemory,
  type SeenFacts,
} from '@winnow/domain'
import type { AlarmAnalysis } from '@winnow/vision'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { Findings } from '../alarms/index.ts'
import { findPlateMatches, plateNumber } from '../rules/index.ts'
import type { AlarmJob } from './load-job.ts'

const HITS = new Set<RuleFinding['outcome']>(['hit', 'held'])

/** Replaces picture numbers by positions within the alarm, as detections have them. */
function placed(finding: RuleFinding, position: ReadonlyMap<number, number>): RuleFinding {
  return { ...finding, boxes: finding.boxes.map((box) => ({ ...box, frame: position.get(box.frame) ?? box.frame })) }
}

/** The facts when nothing could be analysed: no rule could look. */
const UNSEEN: SeenFacts = { pictures: [], sightings: [], plates: null, zones: [], capabilities: [], isComplete: false }

/**
 * The facts with all pictures on the time line of the alarm. What its sender did not date was taken when its message came, so that somebody who
 * stays over several messages of one alarm is seen to stay.
 */
function onOneTimeLine(facts: SeenFacts, analysis: Pick<AlarmAnalysis, 'frames'>, job: AlarmJob): SeenFacts {
  const byMedia = new Map(job.frames.map((frame) => [frame.mediaId, frame]))
  return {
    ...facts,
    pictures: facts.pictures.map((picture, index) => {
      const sent = byMedia.get(analysis.frames[index]?.mediaId ?? '')
      if (sent === undefined || sent.offsetMs !== null || sent.sinceMs === 0) return picture
      return { ...picture, offsetMs: (picture.offsetMs ?? 0) + sent.sinceMs }
    }),
  }
}

/** Hits first, then what was held back, then what could not be seen. */
const ORDER: readonly RuleFinding['outcome'][] = ['hit', 'held', 'not-seen', 'too-small']
const byOutcome = (a: RuleFinding, b: RuleFinding) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome)

/** An alarm with its rules and what is needed to judge it. */
interface Judged {
  alarmId: string
  job: AlarmJob
  keys: KeyRing
  now: Date
  log: Logger
}

/**
 * What the rules find. If they fail, for example on a memory or a list that cannot be read, they could not look, and begin with an empty memory:
 * an alarm whose camera does not count has no deadline that would pass it on.
 */
async function evaluate(
  tx: Tx,
  { alarmId: id, job, keys, now, log }: Judged,
  facts: SeenFacts,
): Promise<ReturnType<typeof evaluateRules>> {
  const { rules, memory } = job.ruled
  const judge = (of: Pick<RuledAlarm, 'facts' | 'memory' | 'matches' | 'lists'>) =>
    evaluateRules({ id, receivedAt: job.receivedAt, rules, numberOf: plateNumber(keys), ...of })
  try {
    const { matches, lists } = await findPlateMatches(tx, keys, { rules, read: facts.plates?.plates ?? [], now })
    return judge({ facts, memory, matches, lists })
  } catch (err) {
    log.error({ err, alarmId: id }, 'the rules of a camera failed; they count as rules that could not look')
    return judge({ facts: UNSEEN, memory: emptyRuleMemory(), matches: [], lists: [] })
  }
}

/**
 * Judges an alarm by the rules of its camera and stores what they remember. Returns the findings with the verdict that they lead to.
 * @param position of pictures within the alarm, by their index in the analysis
 */
export async function applyRules(
  tx: Tx,
  alarm: Judged,
  findings: Findings,
  { analysis, position }: { analysis: AlarmAnalysis | undefined; position: ReadonlyMap<number, number> },
): Promise<Findings> {
  const { job, now } = alarm
  const { rules, countsObjects } = job.ruled
  if (job.isUnfiltered || (rules.length === 0 && countsObjects)) return findings
  const facts = analysis?.rules ? onOneTimeLine(analysis.rules, analysis, job) : UNSEEN
  const judged = await evaluate(tx, alarm, facts)
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

async function remember(tx: Tx, job: AlarmJob, memory: RuleMemory, now: Date): Promise<void> {
  const values = { memory: JSON.stringify(packMemory(memory)), updated_at: now }
  await tx
    .insertInto('rule_memory')
    .values({ view_id: job.viewId, company_id: job.companyId, ...values })
    .onConflict((conflict) => conflict.column('view_id').doUpdateSet(values))
    .execute()
}
