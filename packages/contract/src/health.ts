import { z } from 'zod'

/** Why the installation, or this process, cannot take messages now. */
export const BLOCKING_REASONS = [
  'disk-full',
  'store-unwritable',
  'store-foreign',
  'database-unreachable',
  'database-read-only',
  'database-no-connection',
] as const

/** What is wrong while messages are still taken. */
export const DEGRADING_REASONS = [
  'disk-low',
  'connections-exhausted',
  'deliveries-held',
  'analysis-idle',
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

/** A reason as Home tells it. */
export const serviceProblem = z.object({
  reason: z.enum([...BLOCKING_REASONS, ...DEGRADING_REASONS]),
  /** How many messages or alarms of the company it is about; null where it is about none, or where the caller does not see all of them. */
  count: z.number().int().nullable(),
})
export type ServiceProblem = z.output<typeof serviceProblem>
