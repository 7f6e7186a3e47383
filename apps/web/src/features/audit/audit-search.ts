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
  /** Whether looks at pictures are listed too. */
  looks: z.literal(true).optional().catch(undefined),
  /** The history of one thing: what a user did and what was done to them, or what was done at a client, site or camera. */
  person: z.uuid().optional().catch(undefined),
  project: z.uuid().optional().catch(undefined),
  site: z.uuid().optional().catch(undefined),
  view: z.uuid().optional().catch(undefined),
  page: z.number().int().min(1).optional().catch(undefined),
})
export type AuditSearch = z.output<typeof auditSearch>
