import { z } from 'zod'
import { operation } from './operation.ts'
import { contact } from './site-details.ts'
import { id, idParams } from './values.ts'

export const getSiteInstructions = operation({
  id: 'tree.siteInstructions',
  method: 'GET',
  path: '/v1/alarm/:id/site-instructions',
  summary: 'What an operator must know of the site of an alarm: address, notes, and whom to call',
  tag: 'Tree',
  // Whoever may see the alarm must be able to act on it, even if the camera has been moved to a site that they cannot see.
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  /** Those of the site where the alarm happened. Everything is empty if the site was deleted. */
  reply: z.object({
    siteId: id,
    address: z.string().nullable(),
    notes: z.string().nullable(),
    /** In the order in which to call them. */
    contacts: z.array(contact),
  }),
})
