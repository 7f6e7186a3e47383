/** What a user may be allowed to do, per company. */
export const PERMISSIONS = [
  'companies.manage',
  'detectors.manage',
  'company.read',
  'company.write',
  'users.manage',
  'users.search',
  'users.impersonate',
  'project.create',
  'node.read',
  'node.write',
  'mask.write',
  'schedule.write',
  'rule.write',
  'detect.toggle',
  'alarm.read',
  'alarm.label',
  'alarm.note',
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
  'consent.white-label',
] as const

export type Permission = (typeof PERMISSIONS)[number]

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

/** Roles beside the user type: supervisors review alarms in an area of their own, auditors read bills. */
export const EXTRA_ROLES = ['SUPERVISOR', 'AUDITOR'] as const
export type ExtraRole = (typeof EXTRA_ROLES)[number]
