import { z } from 'zod'
import type { ReceiverField } from './definition.ts'

/** The largest picture of a message, in KiB; null: as it is, up to 1,280 pixels wide. It is made smaller until it fits. */
export const pictureLimit = { pictureKb: z.number().int().min(20).max(10_000).nullable().optional() }

export const pictureLimitField = {
  name: 'pictureKb',
  control: 'number',
  label: 'receivers.pictureKb',
  hint: 'receivers.pictureKbHint',
  optional: true,
} as const satisfies ReceiverField
