import { z } from 'zod'
import { id } from '../values.ts'

/** The most people who are told that nothing works. */
const MAX_ESCALATED = 10

/** What is done when a receiver does not work: after so many failures in a row, or seconds without a success. */
export const receiverFallback = z.object({
  /** The receiver of the same site that gets the alarms meanwhile, and none otherwise; null: none. */
  backupId: id.nullable(),
  afterFailures: z.number().int().min(1).max(20),
  afterSeconds: z.number().int().min(10).max(3600),
  /** E-mail addresses of people who are told, once, when neither works. */
  escalateTo: z.array(z.string().trim().min(1).max(318)).max(MAX_ESCALATED),
})
export type ReceiverFallback = z.output<typeof receiverFallback>
