import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, queryFlag } from './values.ts'

/** Everything that is written down. An older or newer server may know others. */
export const AUDIT_ACTIONS = [
  'login',
  'login.failed',
  'logout',
  'session.ended',
  'password.failed',
  'password.changed',
  'password.reset',
  'second-factor.set-up',
  'second-factor.failed',
  'second-factor.put-off',
  'second-factor.switched-off',
  'second-factor.backup-code-used',
  'second-factor.codes-renewed',
  'second-factor.required',
  'second-factor.released',
  'second-factor.reset',
  'sso.changed',
  'sso.removed',
  'sso.connected',
  'sso.disconnected',
  'sso.domain-confirmed',
  'sso.domain-unconfirmed',
  'impersonation.started',
  'impersonation.ended',
  'invitation.accepted',
  'user.invited',
  'user.invited-again',
  'user.changed',
  'user.deleted',
  'user.password-reset',
  'token.created',
  'token.revoked',
  'company.created',
  'company.changed',
  'company.provisioned',
  'company.suspended',
  'company.reopened',
  'company.logo-changed',
  'company.logo-removed',
  'company.two-factor-changed',
  'project.created',
  'project.changed',
  'project.deleted',
  'project.restored',
  'site.created',
  'site.changed',
  'site.deleted',
  'site.restored',
  'site.smtp-changed',
  'view.created',
  'view.changed',
  'view.deleted',
  'view.restored',
  'view.address-renewed',
  'view.pictures-fetched',
  'receiver.created',
  'receiver.changed',
  'receiver.deleted',
  'delivery.resent',
  'deliveries.released',
  'alarm.viewed',
  'alarm.downloaded',
  'alarm.labelled',
  'alarm.boxes-removed',
  'alarm.note-added',
  'alarm.note-deleted',
  'alarms.exported',
  'learning.run',
  'learning.applied',
  'learning.reverted',
  'detector.added',
  'detector.used',
  'detector.unused',
  'detector.removed',
  'detector.compared',
  'audit.exported',
] as const

/** The kinds of things it is done to. */
export const AUDIT_OBJECTS = [
  'alarm',
  'audit',
  'company',
  'delivery',
  'detector',
  'project',
  'receiver',
  'site',
  'token',
  'user',
  'view',
] as const

/** Looks at pictures: most of all entries, and of little interest until somebody asks who saw what. */
export const AUDIT_LOOKS = ['alarm.viewed', 'view.pictures-fetched'] as const satisfies (typeof AUDIT_ACTIONS)[number][]

/** A client, site or camera that an entry is about. */
const place = z.object({
  kind: z.enum(['project', 'site', 'view']),
  id,
  name: z.string(),
  /** Deleted ones are named, and lead nowhere. */
  deleted: z.boolean(),
})

/** Who did what, to what, from where; `before` and `after` hold what changed, never a secret. */
export const auditEntry = z.object({
  id,
  time: isoTime,
  userId: id.nullable(),
  userName: z.string(),
  /** The super user who acted in the user's name, if one did. */
  impersonatorName: z.string().nullable(),
  companyId: id,
  objectType: z.string(),
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
  /** Where the thing stands or stood, from the client down to the camera; empty for what stands nowhere in the tree. */
  places: z.array(place),
  /** When the alarm was received that the entry is about; null for other things, and for an alarm that is gone. */
  alarmReceivedAt: isoTime.nullable(),
  /** How many looks of one user at one camera within an hour this entry stands for; 1 for all else. */
  looks: z.number().int(),
  action: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const filters = {
  since: isoTime.optional(),
  till: isoTime.optional(),
  user: id.optional(),
  /** A kind of thing: `user`, `site`, `alarm` … */
  object: z.string().max(40).optional(),
  action: z.string().max(60).optional(),
}

/** What this user did, and what was done to them. Users stand beside the tree, so of a whole company alone. */
const person = id.optional()

const query = z.object({
  ...filters,
  /** Whether looks at pictures are listed too, those of one user at one camera within an hour as one. */
  looks: queryFlag.default(false),
  /** The looks that an entry stands for, one by one: its id. */
  fold: id.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(30),
})

/** Counts stop at ten thousand; `countIsExact` says when there are more. */
const reply = z.object({
  rows: z.array(auditEntry),
  count: z.number().int(),
  countIsExact: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
})

const list = <const K extends 'project' | 'site' | 'view'>(kind: K, idOfOperation: string, summary: string) =>
  operation({
    id: idOfOperation,
    method: 'GET',
    path: `/audit/${kind}/:id`,
    summary,
    tag: 'Audit',
    scope: [{ in: 'path', at: 'id', kind }],
    permission: 'audit.read',
    params: idParams,
    query,
    reply,
  })

/** Those who run the installation read every company's: it is where they look when one of them asks what happened. */
const anyCompany = [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }] as const

export const listCompanyAudit = operation({
  id: 'audit.company',
  method: 'GET',
  path: '/audit/company/:id',
  summary: 'The audit of a company, the latest first',
  tag: 'Audit',
  scope: anyCompany,
  permission: 'audit.read',
  params: idParams,
  query: query.extend({ person }),
  reply,
})
export const listProjectAudit = list('project', 'audit.project', 'What was done to a client and everything below it')
export const listSiteAudit = list('site', 'audit.site', 'What was done to a site and its cameras')
export const listViewAudit = list('view', 'audit.view', 'What was done to a camera')

export const listAuditFacets = operation({
  id: 'audit.facets',
  method: 'GET',
  path: '/v1/company/:id/audit/facets',
  summary: 'Actions, kinds of things and users that the audit can be filtered by',
  tag: 'Audit',
  scope: anyCompany,
  permission: 'audit.read',
  params: idParams,
  reply: z.object({
    actions: z.array(z.string()),
    objects: z.array(z.string()),
    users: z.array(z.object({ id, name: z.string() })),
  }),
})

export const exportAudit = operation({
  id: 'audit.export',
  method: 'GET',
  path: '/v1/company/:id/audit/csv',
  summary: 'The filtered audit as CSV, the latest first, at most 100,000 rows, looks one by one; times in UTC',
  tag: 'Audit',
  scope: anyCompany,
  permission: 'audit.read',
  params: idParams,
  query: z.object({ ...filters, person, looks: queryFlag.default(true) }),
  replyType: 'binary',
  errors: ['UNAVAILABLE'],
})
