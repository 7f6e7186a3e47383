import { z } from 'zod'
import { listAddress } from '../../ui/list-screen/list-address.ts'

const optionalText = z.string().optional().catch(undefined)

/** The address of the audit log, fit to be sent to a colleague. Times are UTC instants. */
export const auditSearch = listAddress.omit({ search: true }).extend({
  since: z.iso.datetime().optional().catch(undefined),
  till: z.iso.datetime().optional().catch(undefined),
  /** Another company than one's own, for operators of the installation. */
  company: z.uuid().optional().catch(undefined),
  user: z.uuid().optional().catch(undefined),
  object: optionalText,
  action: optionalText,
  /** Whether views of pictures are listed too. */
  looks: z.literal(true).optional().catch(undefined),
  /** The history of one object: what a user did and what was done to them, or what was done to a node. */
  person: z.uuid().optional().catch(undefined),
  project: z.uuid().optional().catch(undefined),
  site: z.uuid().optional().catch(undefined),
  view: z.uuid().optional().catch(undefined),
})
export type AuditSearch = z.output<typeof auditSearch>
