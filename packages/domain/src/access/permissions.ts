/**
 * What each user type may do. The rows follow the product's matrix of rights; `*_READONLY` and the external types are further
 * narrowed by grants on the tree (see `grants.ts`). Names of types and permissions are the contract's; this package imports
 * nothing, so they are spelled again here and the server's types tie the two together.
 */
const READ = ['company.read', 'node.read', 'alarm.read', 'report.read'] as const
const LABEL = ['alarm.label', 'alarm.note'] as const
const EDIT = ['node.write', 'mask.write', 'schedule.write', 'rule.write', 'detect.toggle', 'tampering.write'] as const

const MEMBER = [
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
  SUPER_USER: [...ADMIN.filter((permission) => permission !== 'billing.manage'), 'users.impersonate'],
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
