/** The permissions that a user can have in a company. */
export const PERMISSIONS = [
  'companies.manage',
  'detectors.manage',
  'company.read',
  'company.write',
  'users.manage',
  'users.search',
  'users.impersonate',
  'project.create',
  'groups.manage',
  'node.read',
  'node.write',
  'mask.write',
  'schedule.write',
  'rule.write',
  'detect.toggle',
  'alarm.read',
  'alarm.label',
  'alarm.note',
  'alarm.review',
  'alarm.ingest',
  'report.read',
  'report.schedule',
  'share.manage',
  'audit.read',
  'forensic.open',
  'billing.read',
  'billing.manage',
  'integration.manage',
  'token.create',
  'tampering.write',
  'plates.manage',
  'consent.white-label',
] as const

export type Permission = (typeof PERMISSIONS)[number]

const RUN_THE_INSTALLATION: ReadonlySet<Permission> = new Set([
  'companies.manage',
  'detectors.manage',
  'users.impersonate',
])

/** Whether an operation is reserved for users who run the installation and have access to all companies. */
export const runsInstallation = ({ permission }: { readonly permission?: Permission | undefined }): boolean =>
  permission !== undefined && RUN_THE_INSTALLATION.has(permission)

/** Permissions for changes of a node. The permission alone is not enough: the caller's grant on this node must also give write access. */
const NEED_A_WRITING_GRANT: ReadonlySet<Permission> = new Set([
  'node.write',
  'mask.write',
  'schedule.write',
  'rule.write',
  'detect.toggle',
  'tampering.write',
  'integration.manage',
])

/**
 * Whether an operation is refused to a caller who has only read access to the objects that it names, even if the caller has the permission.
 */
export const needsWritingGrant = ({ permission }: { readonly permission?: Permission | undefined }): boolean =>
  permission !== undefined && NEED_A_WRITING_GRANT.has(permission)

/** The 13 user types of the product. */
export const USER_TYPES = [
  'EXTERNAL_USER',
  'EXTERNAL_USER_READONLY',
  'EXTERNAL_USER_SCHEDULE_ONLY',
  'EXTERNAL_USER_MASK_ONLY',
  'EXTERNAL_USER_MASK_AND_SCHEDULE',
  'MEMBER_USER',
  'MEMBER_USER_READONLY',
  'ADMIN_USER',
  'SUPER_USER',
  'PROGRAMMATIC_USER',
  'OPERATOR_USER',
  'CREATE_TOKEN_USER',
  'SHARED_SITE_USER',
] as const

export type UserType = (typeof USER_TYPES)[number]

/** Roles in addition to the user type: supervisors review alarms in their own area of the console, auditors read bills. */
export const EXTRA_ROLES = ['SUPERVISOR', 'AUDITOR'] as const
export type ExtraRole = (typeof EXTRA_ROLES)[number]
