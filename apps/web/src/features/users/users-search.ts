import { EXTRA_ROLES, PERMISSIONS, USER_STATUSES, USER_TYPES } from '@winnow/contract'
import { z } from 'zod'
import { listAddress } from '../../ui/list-screen/list-address.ts'

export const ROLES = [...USER_TYPES, ...EXTRA_ROLES] as const

/** The query parameters of the list. A link with them shows a colleague the same list. */
export const usersSearch = listAddress.extend({
  roles: z.array(z.enum(ROLES)).optional().catch(undefined),
  permissions: z.array(z.enum(PERMISSIONS)).optional().catch(undefined),
  status: z.enum(USER_STATUSES).optional().catch(undefined),
})
export type UsersSearch = z.output<typeof usersSearch>
