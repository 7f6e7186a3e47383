import type { CurrentUser, ExtraRole, Permission, UserType } from '@winnow/contract'
import { useUser } from '../session/session.ts'

/** Whether the user has one of these types or roles. For what a screen may do, use an ability: `may`. */
export function isType(user: CurrentUser, ...types: readonly (UserType | ExtraRole)[]): boolean {
  return user.roles.some((role) => types.includes(role))
}

const isPermitted = (user: CurrentUser, permission: Permission): boolean =>
  user.permissionsByCompany[user.companyId]?.includes(permission) ?? false
const isAdministrator = (user: CurrentUser): boolean => isType(user, 'ADMIN_USER', 'SUPER_USER')
const opensUsers = (user: CurrentUser): boolean => isAdministrator(user) && isPermitted(user, 'users.manage')
/** Operators, shared-site users and supervisors only work on alarms. */
const watchesAlarms = (user: CurrentUser): boolean => isType(user, 'OPERATOR_USER', 'SHARED_SITE_USER', 'SUPERVISOR')

/** Abilities that depend on more than one permission: the user's type, their company, or its features. */
const DERIVED = {
  /** A suspended company can only use what payment needs. */
  'console.use': (user) => !user.companySuspended || isType(user, 'SUPER_USER'),
  'clients.see': (user) => !watchesAlarms(user) && isPermitted(user, 'node.read'),
  'schedules.see': (user) => !watchesAlarms(user) && isPermitted(user, 'node.read'),
  'forensic.investigate': (user) =>
    user.company.unlocks.isForensicUnlocked && isPermitted(user, 'forensic.open') && !watchesAlarms(user),
  'help.read': (user) => !isType(user, 'SHARED_SITE_USER', 'SUPERVISOR'),
  'users.open': opensUsers,
  'users.give-any-role': (user) => isType(user, 'SUPER_USER'),
  'notes.delete-any': isAdministrator,
  /** A user with single sign-on only has no password to change. */
  'password.change': (user) => user.hasPassword,
  'company.configure': isAdministrator,
  'tokens.open': (user) => isPermitted(user, 'token.create') || isPermitted(user, 'integration.manage'),
  /** The supervisors' own area. */
  'super.enter': (user) => isType(user, 'SUPERVISOR'),
  /** Supervisors have only their area's menu, unless they are administrators who manage its users. */
  'super.leave': (user) => !isType(user, 'SUPERVISOR') || opensUsers(user),
  /** The provider's back-office: for super users, partners and auditors. */
  'provider.enter': (user) =>
    isPermitted(user, 'companies.manage') || isType(user, 'AUDITOR') || user.accountType === 'partner',
} satisfies Record<string, (user: CurrentUser) => boolean>

type Derived = keyof typeof DERIVED

/** What a screen can do for a user: a permission of the contract, or an ability derived from several facts about them. */
export type Ability = Permission | Derived

const isDerived = (name: string): name is Derived => Object.hasOwn(DERIVED, name)

/** The abilities that are not permissions of the contract. */
export const DERIVED_ABILITIES: readonly Ability[] = Object.keys(DERIVED).filter(isDerived)

/** Whether the user may do this in their company. The server decides; this only avoids useless attempts. */
export function may(user: CurrentUser, ability: Ability): boolean {
  return isDerived(ability) ? DERIVED[ability](user) : isPermitted(user, ability)
}

/** Whether the logged-in user may do this, for components. */
export function useMay(ability: Ability): boolean {
  return may(useUser(), ability)
}
