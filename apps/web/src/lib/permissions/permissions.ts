import type { CurrentUser, Permission, UserType } from '@winnow/contract'
import { useUser } from '../session/session.ts'

/** Whether the user may do this in the company (their own unless named). The server decides; this only spares useless tries. */
export function may(user: CurrentUser, permission: Permission, companyId: string = user.companyId): boolean {
  return user.permissionsByCompany[companyId]?.includes(permission) ?? false
}

/** Whether the user is of one of these types. */
export function isType(user: CurrentUser, ...types: readonly UserType[]): boolean {
  return user.roles.some((role) => types.includes(role))
}

/** Operators and shared-site users work on alarms alone. */
export function seesClients(user: CurrentUser): boolean {
  return !isType(user, 'OPERATOR_USER', 'SHARED_SITE_USER') && may(user, 'node.read')
}

/** The logged-in user's right, for components. */
export function useMay(permission: Permission, companyId?: string): boolean {
  return may(useUser(), permission, companyId)
}
