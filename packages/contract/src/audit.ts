import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery, queryFlag } from './values.ts'

/** Every action that is recorded. An older or newer server may use actions that are not in this list. */
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
  'consent.given',
  'project.created',
  'project.changed',
  'project.deleted',
  'project.restored',
  'group.created',
  'group.changed',
  'group.deleted',
  'site.created',
  'site.changed',
  'site.deleted',
  'site.restored',
  'site.smtp-changed',
  'site.panel-changed',
  'site.paused',
  'site.resumed',
  'site.schedule-changed',
  'site.armed',
  'site.disarmed',
  'site.arming-refused',
  'site.arming-mail-changed',
  'site.not-armed',
  'site.camera-not-registered',
  'view.created',
  'view.changed',
  'view.disconnected',
  'view.deleted',
  'view.restored',
  'view.moved',
  'view.address-renewed',
  'view.ftp-password-renewed',
  'view.stream-changed',
  'view.stream-removed',
  'view.watched-live',
  'view.paused',
  'view.resumed',
  'view.schedule-changed',
  'rule.created',
  'rule.changed',
  'rule.deleted',
  'watch-list.created',
  'watch-list.changed',
  'watch-list.deleted',
  'watch-list.imported',
  'watch-list.read',
  'watch-list.searched',
  'watch-list.plate-deleted',
  'schedule.created',
  'schedule.changed',
  'schedule.deleted',
  'view.product-taken',
  'view.product-given-back',
  'view.pictures-fetched',
  'receiver.created',
  'receiver.changed',
  'receiver.deleted',
  'digital-watchdog.company-added',
  'digital-watchdog.company-deleted',
  'digital-watchdog.servers-changed',
  'digital-watchdog.cameras-changed',
  'digital-watchdog.alarms-changed',
  'mail-template.created',
  'mail-template.changed',
  'mail-template.deleted',
  'exacq.recorder-added',
  'exacq.recorder-changed',
  'exacq.recorder-deleted',
  'exacq.cameras-changed',
  'videofied.panel-added',
  'videofied.panel-changed',
  'videofied.panel-deleted',
  'milestone.system-added',
  'milestone.system-changed',
  'milestone.system-deleted',
  'milestone.cameras-changed',
  'delivery.resent',
  'deliveries.resent',
  'deliveries.released',
  'alarm.viewed',
  'alarm.downloaded',
  'alarm.analysed',
  'alarm.labelled',
  'alarm.label-undone',
  'alarm.boxes-removed',
  'alarm.handed-over',
  'alarm.boxes-set',
  'alarm.frame-added',
  'alarm.note-added',
  'alarm.note-deleted',
  'alarm.link-created',
  'alarm.link-revoked',
  'alarm.link-opened',
  'alarm.cure-asked',
  'alarm.cure-withdrawn',
  'alarm.cure-answered',
  'alarms.exported',
  'review-queue.changed',
  'quality-review.on',
  'quality-review.off',
  'quality-review.drawn',
  'learning.run',
  'learning.applied',
  'learning.reverted',
  'learning.undone',
  'detector.added',
  'detector.used',
  'detector.unused',
  'detector.removed',
  'detector.compared',
  'audit.exported',
  'investigate.searched',
  'job.started',
  'job.finished',
  'job.cancelled',
] as const

/** Actions that record that pictures were viewed. They make up most entries, and matter only when someone asks who viewed what. */
export const AUDIT_LOOKS = [
  'alarm.viewed',
  'view.pictures-fetched',
  'view.watched-live',
] as const satisfies (typeof AUDIT_ACTIONS)[number][]

/** A client, site or camera to which an entry refers. */
const place = z.object({
  kind: z.enum(['project', 'site', 'view']),
  id,
  name: z.string(),
  /** A deleted node is shown by name, without a link. */
  deleted: z.boolean(),
})

/**
 * An entry of the audit log: who changed which object, how, and from which address. `before` and `after` contain the changed fields, never
 * a secret.
 */
export const auditEntry = z.object({
  id,
  time: isoTime,
  userId: id.nullable(),
  userName: z.string(),
  /** The super user who acted in the user's name; null if there was none. */
  impersonatorName: z.string().nullable(),
  companyId: id,
  objectType: z.string(),
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
  /**
   * The path of the object in the tree, now or before it was deleted, from the client to the camera. Empty for objects outside the tree.
   */
  places: z.array(place),
  /** When the alarm of this entry was received. Null for other objects, and for an alarm that no longer exists. */
  alarmReceivedAt: isoTime.nullable(),
  /** Number of views that this entry combines: the views of one user at one camera within an hour. 1 for all other actions. */
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
  /** A kind of object: `user`, `site`, `alarm` … */
  object: z.string().max(40).optional(),
  action: z.string().max(60).optional(),
}

/**
 * The user whose actions are listed, together with changes to that user. Users are not part of the tree, so only the audit of a whole
 * company has this filter.
 */
const person = id.optional()

/**
 * The log can only be sorted by time: it grows without end, and its ids, which follow time, are the only order for which every filter has
 * an index.
 */
export const AUDIT_SORTS = ['time'] as const

const query = z.object({
  ...filters,
  /** Whether views of pictures are listed too. The views of one user at one camera within an hour are combined into one entry. */
  looks: queryFlag.default(false),
  /** The id of a combined entry, whose single views are to be returned. */
  fold: id.optional(),
  ...pageQuery({ usual: 30, most: 100, sort: AUDIT_SORTS }),
})

/** A page of entries. `count` is at most ten thousand; `countIsExact` is false if there are more entries. */
const reply = paged(auditEntry)

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

/** Users who run the installation may read the audit of every company, because they investigate when a company asks what happened. */
const anyCompany = [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }] as const

export const listCompanyAudit = operation({
  id: 'audit.company',
  method: 'GET',
  path: '/audit/company/:id',
  summary: 'The audit of a company, the latest first unless `sort` says otherwise',
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
  summary: 'Actions, kinds of objects and users for the filters of the audit',
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
  summary:
    'The filtered audit as CSV, the latest first, at most 100,000 rows, with every view of pictures as a row. Times in UTC',
  tag: 'Audit',
  scope: anyCompany,
  permission: 'audit.read',
  params: idParams,
  query: z.object({ ...filters, person, looks: queryFlag.default(true) }),
  replyType: 'binary',
  errors: ['UNAVAILABLE'],
})
