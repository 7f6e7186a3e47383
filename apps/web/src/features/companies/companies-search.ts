import { z } from 'zod'

/** What the list shows. */
export const companiesSearch = z.object({
  search: z.string().optional().catch(undefined),
  page: z.number().int().min(1).optional().catch(undefined),
})
