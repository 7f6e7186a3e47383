import { z } from 'zod'

const optionalText = z.string().optional().catch(undefined)

/** What the audit log shows: what one would send to a colleague. Times are UTC instants. */
export const auditSearch = z.object({
  since: z.iso.datetime().optional().catch(undefined),
  till: z.iso.datetime().optional().catch(undefined),
  /** Another company than one's own, for those who run the installation. */
  company: z.uuid().optional().catch(undefined),
  user: z.uuid().optional().catch(undefined),
  object: optionalText,
  action: optionalText,
  page: z.number().int().min(1).optional().catch(undefined),
})
export type AuditSearch = z.output<typeof auditSearch>
