/**
 * What each user type may do. The rows follow the product's matrix of rights; `*_READONLY` and the external types are further
 * narrowed by grants on the tree (see `grants.ts`). Names of types and permissions are the contract's; this package imports
 * nothing, so they are spelled again here and the server's types tie the two together.
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
  'users.manage',
  'users.search',
  'billing.read',
  'billing.manage',
  'integration.manage',
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

/** Supervisors review alarms; they have no part in clients, schedules, users or settings of the company. */
const SUPERVISOR = ['alarm.read', ...LABEL, 'report.read'] as const

/** What is left of a user's rights while their company is suspended: to see what must be paid, and to pay it if they could before. */
const WHILE_SUSPENDED: ReadonlySet<string> = new Set(['billing.read', 'billing.manage'])

type UserTypeName = keyof typeof PERMISSIONS_BY_USER_TYPE
export type PermissionName = (typeof PERMISSIONS_BY_USER_TYPE)[UserTypeName][number]

/** Everything about an account that decides what it may do in its company. */
export interface Account {
  userType: UserTypeName
  /** Beside the user type: `SUPERVISOR`, `AUDITOR`. */
  extraRoles: readonly string[]
  accountType: string
  /** Its company is suspended; super users are not held up by that. */
  suspended: boolean
}

function permissionsOfRoles({ userType, extraRoles, accountType }: Account): readonly PermissionName[] {
  // Somebody must be able to manage the supervisors, so administrators among them stay what they are.
  const supervises = extraRoles.includes('SUPERVISOR') && userType !== 'ADMIN_USER' && userType !== 'SUPER_USER'
  const own: readonly PermissionName[] = supervises ? SUPERVISOR : PERMISSIONS_BY_USER_TYPE[userType]
  const bills = extraRoles.includes('AUDITOR') || accountType === 'partner'
  return bills ? [...own, 'billing.read'] : own
}

/** The one answer to what an account may do in its company. The server checks by it, and the console gets it as the user's abilities. */
export function permissionsOf(account: Account): ReadonlySet<PermissionName> {
  const own = new Set(permissionsOfRoles(account))
  if (!account.suspended || account.userType === 'SUPER_USER') return own
  const kept = [...own].filter((permission) => WHILE_SUSPENDED.has(permission))
  return new Set<PermissionName>(['billing.read', ...kept])
}

/** User types that see only what they were granted, not the whole tree of their company. */
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

/** User types an administrator can give. Super users are made by super users alone, and only in the provider's own company. */
export function mayGiveType(giver: UserTypeName, type: UserTypeName): boolean {
  return type !== 'SUPER_USER' || giver === 'SUPER_USER'
}

/** Whether one user may change another: nobody below a super user touches one. */
export function mayManage(manager: UserTypeName, managed: UserTypeName): boolean {
  return managed !== 'SUPER_USER' || manager === 'SUPER_USER'
}
