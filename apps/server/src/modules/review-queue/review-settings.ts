import type { ReviewSettings } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'

/** The settings of companies that have not chosen others: a true alarm within a minute, an unverified one within five. */
const USUAL: ReviewSettings = { trueSeconds: 60, unverifiedSeconds: 300, hours: 24 }

export async function readSettings(tx: Tx, companyId: string): Promise<ReviewSettings> {
  const row = await tx
    .selectFrom('review_setting')
    .select(['true_seconds as trueSeconds', 'unverified_seconds as unverifiedSeconds', 'hours'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? USUAL
}

export async function writeSettings(tx: Tx, companyId: string, settings: ReviewSettings): Promise<void> {
  const columns = {
    true_seconds: settings.trueSeconds,
    unverified_seconds: settings.unverifiedSeconds,
    hours: settings.hours,
  }
  await tx
    .insertInto('review_setting')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()
}

/** When an alarm becomes late. */
export function dueAt(settings: ReviewSettings, alarm: { verdict: string | null; receivedAt: Date }): Date {
  const seconds = alarm.verdict === 'true' ? settings.trueSeconds : settings.unverifiedSeconds
  return new Date(alarm.receivedAt.getTime() + seconds * 1_000)
}
