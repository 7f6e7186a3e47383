import type { CurrentUser, ExtraRole, Permission, UserType } from '@winnow/contract'
import { useUser } from '../session/session.ts'

/** Whether the user may do this in the company (their own unless named). The server decides; this only spares useless tries. */
export function may(user: CurrentUser, permission: Permission, companyId: string = user.companyId): boolean {
  return user.permissionsByCompany[companyId]?.includes(permission) ?? false
}

/** Whether the user has one of these types or roles. */
export function isType(user: CurrentUser, ...types: readonly (UserType | ExtraRole)[]): boolean {
  return user.roles.some((role) => types.includes(role))
}

/** Operators, shared-site users and supervisors work on alarms alone. */
export function seesClients(user: CurrentUser): boolean {
  return !isType(user, 'OPERATOR_USER', 'SHARED_SITE_USER', 'SUPERVISOR') && may(user, 'node.read')
}

/** Supervisors work in an area of their own. Administrators among them manage its users, so they keep the console too. */
export function isSupervisor(user: CurrentUser): boolean {
  return isType(user, 'SUPERVISOR')
}

/** Administrators and super users, as long as their company is not suspended. */
export function managesUsers(user: CurrentUser): boolean {
  return isType(user, 'ADMIN_USER', 'SUPER_USER') && may(user, 'users.manage')
}

/** The logged-in user's right, for components. */
export function useMay(permission: Permission, companyId?: string): boolean {
  return may(useUser(), permission, companyId)
}

/** Whether the suspension of their company closes everything but what must be paid to this user. */
export function isShutOut(user: CurrentUser): boolean {
  return user.companySuspended && !isType(user, 'SUPER_USER')
}
