import { z } from 'zod'
import { listAddress } from '../../ui/list-screen/list-address.ts'

const optionalText = z.string().optional().catch(undefined)

/** The query parameters of the audit log. The address can be sent to a colleague, so times are UTC instants. */
export const auditSearch = listAddress.omit({ search: true }).extend({
  since: z.iso.datetime().optional().catch(undefined),
  till: z.iso.datetime().optional().catch(undefined),
  /** A company other than the user's own, for operators of the installation. */
  company: z.uuid().optional().catch(undefined),
  user: z.uuid().optional().catch(undefined),
  object: optionalText,
  action: optionalText,
  /** Whether views of pictures are listed too. */
  looks: z.literal(true).optional().catch(undefined),
  /** The ids of the object whose history is shown. For a user: their actions and changes of them. For a node: changes of the node. */
  person: z.uuid().optional().catch(undefined),
  project: z.uuid().optional().catch(undefined),
  site: z.uuid().optional().catch(undefined),
  view: z.uuid().optional().catch(undefined),
})
export type AuditSearch = z.output<typeof auditSearch>
