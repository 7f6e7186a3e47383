import { EXTRA_ROLES, PERMISSIONS, USER_STATUSES, USER_TYPES } from '@winnow/contract'
import { z } from 'zod'

export const ROLES = [...USER_TYPES, ...EXTRA_ROLES] as const

/** What the list shows: what one would send to a colleague. */
export const usersSearch = z.object({
  search: z.string().optional().catch(undefined),
  roles: z.array(z.enum(ROLES)).optional().catch(undefined),
  permissions: z.array(z.enum(PERMISSIONS)).optional().catch(undefined),
  status: z.enum(USER_STATUSES).optional().catch(undefined),
  page: z.number().int().min(1).optional().catch(undefined),
})
export type UsersSearch = z.output<typeof usersSearch>
