import { planVerdict, type Verdict } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { announceAlarm } from './announce-alarm.ts'
import { countVerdict } from './count-alarms.ts'

/** What analysis found, as it is kept with the alarm. */
export interface Findings {
  verdict: Verdict
  score: number | null
  classes: string[]
  reasons: unknown
  detections: unknown
  problems: unknown
  model: unknown
  /** What learning from a label needs; null when no model could look. */
  evidence: { value: number; isWhole: boolean; wantedClasses: string[] } | null
  timings: unknown
  /** Signals whose pictures were looked at; 0 where a later answer may take this one back. */
  analysedSignals: number
}

export interface DecidedAlarm {
  id: string
  companyId: string
  siteId: string
  before: Verdict | null
  after: Verdict
  /** The alarm's version that says so: higher with each change, whatever verdict it comes back to. */
  version: number
  isTest: boolean
}

/** Told in the same transaction, so that a verdict and what follows from it cannot come apart. */
export type OnDecided = (tx: Tx, alarm: DecidedAlarm, now: Date) => Promise<void>

/**
 * Writes the answer of the analysis, or of the deadline (`findings` undefined), to an alarm. The standing verdict is kept
 * where the new one may not replace it; the findings are written all the same, they are the better knowledge.
 * @returns what became of it; undefined when the alarm is gone, or the deadline came too late
 */
export async function decideAlarm(
  tx: Tx,
  alarmId: string,
  findings: Findings | undefined,
  onDecided: OnDecided,
  now: Date,
): Promise<DecidedAlarm | undefined> {
  const alarm = await tx
    .selectFrom('alarm')
    .select([
      'company_id',
      'project_id',
      'site_id',
      'view_id',
      'received_at',
      'verdict',
      'verdict_at',
      'analysed_signals',
      'is_test',
      'version',
    ])
    .where('id', '=', alarmId)
    .forUpdate()
    .executeTakeFirst()
  if (!alarm) return undefined
  const before = alarm.verdict as Verdict | null
  // The deadline also ends the wait for further pictures of an alarm that was filtered without them.
  if (!findings && before !== null && before !== 'false') return undefined
  const plan = planVerdict(
    { verdict: before, analysedSignals: alarm.analysed_signals },
    findings?.verdict ?? 'unverified',
  )
  const version = alarm.version + 1
  await tx
    .updateTable('alarm')
    .set({
      verdict: plan.verdict,
      version,
      ...(plan.changed || before === null ? { verdict_at: now } : {}),
      ...(before === null ? { first_verdict_at: now } : {}),
      ...(findings
        ? {
            score: findings.score,
            classes: findings.classes,
            reasons: JSON.stringify(findings.reasons),
            detections: JSON.stringify(findings.detections),
            problems: JSON.stringify(findings.problems),
            model: JSON.stringify(findings.model),
            evidence: findings.evidence && JSON.stringify(findings.evidence),
            timings: JSON.stringify(findings.timings),
            // A verdict that was given for good and stands is not made one that may be taken back.
            analysed_signals: plan.changed
              ? findings.analysedSignals
              : Math.max(alarm.analysed_signals, findings.analysedSignals),
          }
        : { released_at: now, analysed_signals: 0, reasons: JSON.stringify([{ code: 'released-at-deadline' }]) }),
    })
    .where('id', '=', alarmId)
    .execute()
  const decided: DecidedAlarm = {
    id: alarmId,
    companyId: alarm.company_id,
    siteId: alarm.site_id,
    before,
    after: plan.verdict,
    version,
    isTest: alarm.is_test,
  }
  if (!alarm.is_test) {
    const place = { companyId: alarm.company_id, siteId: alarm.site_id, receivedAt: alarm.received_at }
    await countVerdict(tx, place, before, plan.verdict)
    if (plan.changed) await onDecided(tx, decided, now)
  }
  await announceAlarm(tx, alarmId, version, alarm)
  return decided
}
