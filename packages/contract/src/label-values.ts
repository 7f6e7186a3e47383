import { z } from 'zod'
import { ALL_LABEL_REASONS } from './label-reasons.ts'
import { id, isoTime } from './values.ts'

/** Who labels. A supervisor's label stands before the company's, and an operator's before that of a user of a shared site. */
export const LABEL_KINDS = ['supervisor', 'operator', 'shared-site'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

export const labelReason = z.enum(ALL_LABEL_REASONS)

/** What one person says about an alarm. `groundTruth` is null if they have removed their label. */
export const saidLabel = z.object({
  kind: z.enum(LABEL_KINDS),
  /** The user, or the token of a deleted user. Null for a label whose author is not known. */
  authorId: id.nullable(),
  /** Null if the author is not known. */
  authorName: z.string().nullable(),
  groundTruth: z.boolean().nullable(),
  reason: labelReason.nullable(),
  at: isoTime,
})
export type SaidLabel = z.output<typeof saidLabel>

/** The two labels of a conflict: the one that stands, and the one that was refused. */
export const labelConflict = z.object({
  /** Without a ground truth if they removed their label. Null if it is not known who changed the label. */
  theirs: saidLabel.nullable(),
  yours: saidLabel,
})
export type LabelConflict = z.output<typeof labelConflict>
