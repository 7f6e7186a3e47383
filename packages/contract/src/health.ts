import { z } from 'zod'

/** Why the installation, or this process, cannot accept messages now. */
export const BLOCKING_REASONS = [
  'disk-full',
  'store-unwritable',
  'store-foreign',
  'database-unreachable',
  'database-read-only',
  'database-no-connection',
] as const

/** Why the installation does not work fully, although it still accepts messages. */
export const DEGRADING_REASONS = [
  'alarm-missing',
  'disk-low',
  'connections-exhausted',
  'deliveries-held',
  'analysis-idle',
  'intake-hung',
  'detector-broken',
  'reading-behind',
  'unread',
  'queued',
  'late',
  'overdue',
  'released',
] as const

export type BlockingReason = (typeof BLOCKING_REASONS)[number]
export type DegradingReason = (typeof DEGRADING_REASONS)[number]
export type HealthReason = BlockingReason | DegradingReason

/** A health reason in the form in which Home shows it. */
export const serviceProblem = z.object({
  reason: z.enum([...BLOCKING_REASONS, ...DEGRADING_REASONS]),
  /**
   * How many of the company's messages or alarms are affected. Null if the reason does not affect single messages or alarms, or if the
   * caller may not see all of them.
   */
  count: z.number().int().nullable(),
})
export type ServiceProblem = z.output<typeof serviceProblem>
