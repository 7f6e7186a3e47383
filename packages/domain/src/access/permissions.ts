/**
 * The permissions of each user type, from the product's matrix of rights. Grants on the tree limit `*_READONLY` and the external types
 * further (see `grants.ts`). This package does not depend on the contract, so it repeats the contract's names of types and permissions; the
 * server's types check that they match.
 */
const READ = ['node.read', 'alarm.read', 'report.read'] as const
const LABEL = ['alarm.label', 'alarm.note'] as const
const EDIT = ['node.write', 'mask.write', 'schedule.write', 'rule.write', 'detect.toggle', 'tampering.write'] as const

const MEMBER = [
  'company.read',
  ...READ,
  ...LABEL,
  ...EDIT,
  'project.create',
  'report.schedule',
  'share.manage',
  'audit.read',
  'forensic.open',
] as const

const ADMIN = [
  ...MEMBER,
  'company.write',
  'groups.manage',
  'users.manage',
  'users.search',
  'billing.read',
  'billing.manage',
  'integration.manage',
  'plates.manage',
  'token.create',
  'consent.white-label',
] as const

export const PERMISSIONS_BY_USER_TYPE = {
  SUPER_USER: [
    ...ADMIN.filter((permission) => permission !== 'billing.manage'),
    'users.impersonate',
    'companies.manage',
    'detectors.manage',
  ],
  ADMIN_USER: ADMIN,
  MEMBER_USER: MEMBER,
  MEMBER_USER_READONLY: [...READ, 'audit.read', 'forensic.open'],
  EXTERNAL_USER: [...READ, ...LABEL, ...EDIT, 'report.schedule', 'audit.read', 'forensic.open'],
  EXTERNAL_USER_READONLY: [...READ, 'forensic.open'],
  EXTERNAL_USER_SCHEDULE_ONLY: [...READ, 'schedule.write', 'forensic.open'],
  EXTERNAL_USER_MASK_ONLY: [...READ, 'mask.write', 'forensic.open'],
  EXTERNAL_USER_MASK_AND_SCHEDULE: [...READ, 'mask.write', 'schedule.write', 'forensic.open'],
  OPERATOR_USER: ['alarm.read', ...LABEL, 'report.read'],
  SHARED_SITE_USER: ['alarm.read', ...LABEL],
  PROGRAMMATIC_USER: [...MEMBER, 'alarm.ingest'],
  CREATE_TOKEN_USER: ['token.create'],
} as const satisfies Record<string, readonly string[]>

/**
 * Supervisors review the alarms that were drawn for them, without knowing the verdict. So they may not read alarms in any other way, not
 * even those of their own company.
 */
const SUPERVISOR = ['report.read', 'alarm.review'] as const

/** The permissions that remain while a company is suspended: seeing open payments, and paying if the user could before. */
const WHILE_SUSPENDED: ReadonlySet<string> = new Set(['billing.read', 'billing.manage'])

type UserTypeName = keyof typeof PERMISSIONS_BY_USER_TYPE
export type PermissionName = (typeof PERMISSIONS_BY_USER_TYPE)[UserTypeName][number] | (typeof SUPERVISOR)[number]

/** The facts about an account that determine its permissions. */
export interface Account {
  userType: UserTypeName
  /** Roles in addition to the user type: `SUPERVISOR`, `AUDITOR`. */
  extraRoles: readonly string[]
  accountType: string
  /** Whether the company of the account is suspended. This does not affect super users. */
  suspended: boolean
}

function permissionsOfRoles({ userType, extraRoles, accountType }: Account): readonly PermissionName[] {
  // An administrator who is also a supervisor keeps all permissions, because the supervisors need an administrator.
  const supervises = extraRoles.includes('SUPERVISOR') && userType !== 'ADMIN_USER' && userType !== 'SUPER_USER'
  const own: readonly PermissionName[] = supervises ? SUPERVISOR : PERMISSIONS_BY_USER_TYPE[userType]
  const bills = extraRoles.includes('AUDITOR') || accountType === 'partner'
  return bills ? [...own, 'billing.read'] : own
}

/** The permissions of an account in its company. The server checks them, and the console gets them as the user's abilities. */
export function permissionsOf(account: Account): ReadonlySet<PermissionName> {
  const own = new Set(permissionsOfRoles(account))
  if (!account.suspended || account.userType === 'SUPER_USER') return own
  const kept = [...own].filter((permission) => WHILE_SUSPENDED.has(permission))
  return new Set<PermissionName>(['billing.read', ...kept])
}

/** User types that see only the nodes that were granted to them, not the whole tree of their company. */
export const GRANTED_TYPES: ReadonlySet<string> = new Set([
  'EXTERNAL_USER',
  'EXTERNAL_USER_READONLY',
  'EXTERNAL_USER_SCHEDULE_ONLY',
  'EXTERNAL_USER_MASK_ONLY',
  'EXTERNAL_USER_MASK_AND_SCHEDULE',
  'SHARED_SITE_USER',
])

/** User types that work through tokens and have no login to the console. */
export const WITHOUT_CONSOLE: ReadonlySet<string> = new Set(['PROGRAMMATIC_USER'])

/**
 * Whether a user of the type `giver` may give a user the type `type`. Only super users can create super users, and only in the provider's
 * company.
 */
export function mayGiveType(giver: UserTypeName, type: UserTypeName): boolean {
  return type !== 'SUPER_USER' || giver === 'SUPER_USER'
}

/** Whether a user of the type `manager` may change a user of the type `managed`. Only super users may change super users. */
export function mayManage(manager: UserTypeName, managed: UserTypeName): boolean {
  return managed !== 'SUPER_USER' || manager === 'SUPER_USER'
}
