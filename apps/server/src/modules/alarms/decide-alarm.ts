import { planVerdict, type GivenReason, type RuleFinding, type Verdict } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { announceAlarms, type AlarmPlace } from './announce-alarm.ts'

/** The analysis's findings, as they are stored with the alarm. */
export interface Findings {
  verdict: Verdict
  score: number | null
  classes: string[]
  reasons: GivenReason[]
  detections: unknown
  problems: unknown
  model: unknown
  /** The data that learning from labels needs; null when no model could run. */
  evidence: { value: number; isWhole: boolean; wantedClasses: string[] } | null
  timings: unknown
  /** Number plates, if they were to be read. */
  plates?: unknown
  /** The paths of people and vehicles, if they were to be followed. */
  tracks?: unknown
  /** What the rules of the camera found, and the types of those that found what they look for. */
  rules?: readonly RuleFinding[]
  ruleTypes?: readonly string[]
  /** The number of signals whose pictures were analysed; 0 if a later verdict may replace this one. */
  analysedSignals: number
}

export interface DecidedAlarm {
  id: string
  companyId: string
  siteId: string
  receivedAt: Date
  /** When this verdict was given. */
  decidedAt: Date
  before: Verdict | null
  after: Verdict
  /** The alarm's version after this decision. It rises with each change, even when the verdict returns to an earlier one. */
  version: number
  isTest: boolean
  /** Whether receivers are told of it as soon as they can be: it was neither filtered before, nor kept until a person had it analysed. */
  isPrompt: boolean
}

/**
 * Called with all changed alarms in the transaction that writes their verdicts, so that a verdict and its consequences are stored together
 * or not at all.
 */
export type OnDecided = (tx: Tx, alarms: readonly DecidedAlarm[], now: Date) => Promise<void>

interface Row extends AlarmPlace {
  id: string
  received_at: Date
  verdict: Verdict | null
  analysed_signals: number
  version: number
  is_by_hand: boolean
}

interface Planned {
  row: Row
  after: Verdict
  changed: boolean
}

/**
 * Writes the verdict of the analysis, or of the deadline (`findings` undefined), to alarms. No other function writes verdicts. If the new
 * verdict may not replace the current one, the current one stays. The findings are stored in both cases, since they are more recent.
 *
 * The number of statements does not depend on the number of alarms. To avoid deadlocks, rows are locked in a fixed order: alarms by id,
 * then the counts of all cameras, sites and companies. Triggers lock the counts of one statement in that order, so all verdicts are written
 * by one statement.
 * @returns a result for each alarm that exists and is not `outside`. The deadline leaves out alarms that are true or unverified.
 */
export async function decideAlarms(
  tx: Tx,
  alarmIds: readonly string[],
  findings: Findings | undefined,
  onDecided: OnDecided,
  now: Date,
): Promise<DecidedAlarm[]> {
  const { rows } = await sql<Row>`
    select id, company_id, project_id, site_id, view_id, received_at, verdict, analysed_signals, is_test, version,
      by_hand is not null as is_by_hand
    from alarm where id = any(${alarmIds}::uuid[]) and outside is null order by id for update`.execute(tx)
  const planned = rows
    // The deadline also applies to an alarm that was filtered before further pictures arrived, which were not analysed in time.
    .filter(({ verdict }) => findings !== undefined || verdict === null || verdict === 'false')
    .map((row): Planned => {
      const { verdict: after, changed } = planVerdict(
        { verdict: row.verdict, analysedSignals: row.analysed_signals },
        findings?.verdict ?? 'unverified',
      )
      return { row, after, changed }
    })
  if (planned.length > 0) await write(tx, planned, findings, now)
  const decisions = planned.filter(({ row, changed }) => changed && !row.is_test).map((each) => decidedOf(each, now))
  if (decisions.length > 0) await onDecided(tx, decisions, now)
  await announceAlarms(
    tx,
    planned.map(({ row }) => ({ id: row.id, version: row.version + 1, place: row })),
  )
  return planned.map((each) => decidedOf(each, now))
}

/** Does the same as {@link decideAlarms} for one alarm. */
export async function decideAlarm(
  tx: Tx,
  alarmId: string,
  findings: Findings | undefined,
  onDecided: OnDecided,
  now: Date,
): Promise<DecidedAlarm | undefined> {
  const [decided] = await decideAlarms(tx, [alarmId], findings, onDecided, now)
  return decided
}

/**
 * Brings an alarm inside whose camera did not count when it was received, because a rule with a schedule of its own found something. It is
 * decided in the same transaction. Why its camera did not count stays in `rule_times` as `only`: further
 * signals of the burst join it, and only rules with a schedule look at them.
 */
export async function bringInside(tx: Tx, alarmId: string): Promise<void> {
  await sql`update alarm set outside = null, outside_until = null,
    rule_times = coalesce(rule_times, '{}')
      || jsonb_build_object('only', jsonb_build_object('reason', outside, 'until', outside_until)) where id = ${alarmId} and outside is not null`.execute(
    tx,
  )
}

/** Sets the verdict, and when it was given. An unchanged verdict keeps its time, and its first time is never replaced. */
async function write(tx: Tx, planned: readonly Planned[], findings: Findings | undefined, now: Date): Promise<void> {
  const ids = planned.map(({ row }) => row.id)
  await sql`
    update alarm set verdict = p.verdict, version = alarm.version + 1,
      verdict_at = case when p.changed or p.first then ${now}::timestamptz else alarm.verdict_at end,
      first_verdict_at = case when p.first then ${now}::timestamptz else alarm.first_verdict_at end,
      ${findings ? foundBy(findings) : releasedAt(now)}
    from unnest(${ids}::uuid[], ${planned.map(({ after }) => after)}::text[], ${planned.map(({ changed }) => changed)}::boolean[],
      ${planned.map(({ row }) => row.verdict === null)}::boolean[]) as p (id, verdict, changed, first)
    where alarm.id = p.id and alarm.id = any(${ids}::uuid[])`.execute(tx)
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** The columns that an analysis sets. */
const foundBy = (findings: Findings) => sql`
  score = ${findings.score}, classes = ${findings.classes}::text[], reasons = ${json(findings.reasons)},
  detections = ${json(findings.detections)}, problems = ${json(findings.problems)}, model = ${json(findings.model)},
  evidence = ${findings.evidence === null ? null : JSON.stringify(findings.evidence)}::jsonb, timings = ${json(findings.timings)},
  plates = ${findings.plates === undefined ? null : JSON.stringify(findings.plates)}::jsonb,
  tracks = ${findings.tracks === undefined ? null : JSON.stringify(findings.tracks)}::jsonb,
  rules = ${findings.rules?.length ? JSON.stringify(findings.rules) : null}::jsonb, rule_types = ${[...(findings.ruleTypes ?? [])]}::text[],
  -- An unchanged verdict that was final stays final.
  analysed_signals = case when p.changed then ${findings.analysedSignals}::smallint
    else greatest(alarm.analysed_signals, ${findings.analysedSignals}::smallint) end`

/** The columns that the deadline sets. */
const releasedAt = (now: Date) => sql`
  released_at = ${now}, analysed_signals = 0, reasons = ${json([{ code: 'released-at-deadline' }])}`

const decidedOf = ({ row, after }: Planned, now: Date): DecidedAlarm => ({
  id: row.id,
  companyId: row.company_id,
  siteId: row.site_id,
  receivedAt: row.received_at,
  decidedAt: now,
  before: row.verdict,
  after,
  version: row.version + 1,
  isTest: row.is_test,
  isPrompt: (row.verdict === null || row.verdict === 'unverified') && !row.is_by_hand,
})
