import { z } from 'zod'
import type { ReceiverField } from './definition.ts'

/** How urgent a message is, in the words of those who read it. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The severity of messages by what they tell of, for kinds that can say one (`capabilities.severity`). */
export const severityChoice = {
  severities: z
    .array(
      z.object({
        /**
         * A class of objects, the name or the type of a rule, a verdict, or what happened to a camera. Classes and rules come before the others; of
         * several the highest counts.
         */
        of: z.string().trim().min(1).max(100),
        severity: z.enum(SEVERITIES),
      }),
    )
    .max(100)
    .optional(),
}

export const severityField = {
  name: 'severities',
  control: 'table',
  label: 'receivers.choice.severities',
  hint: 'receivers.choice.severitiesHint',
  columns: [
    { name: 'of', label: 'receivers.table.of' },
    { name: 'severity', label: 'receivers.table.severity' },
  ],
  optional: true,
} as const satisfies ReceiverField
