import { z } from 'zod'
import { siteBasedOn, viewBasedOn } from './based-on.ts'
import { armDisarmStatus, armingState, scheduleDeviceType } from './arming.ts'
import { maskAreas } from './mask-area.ts'
import { operation } from './operation.ts'
import { isPlainLine, NOT_A_PLAIN_LINE } from './plain-line.ts'
import { siteDetails, siteDetailsBody } from './site-details.ts'
import {
  changedName,
  id,
  idParams,
  INTEGRATION_TYPES,
  isoTime,
  name,
  objectClass,
  polygon,
  product,
  queryList,
  success,
  timezone,
} from './values.ts'

const permission = z.enum(['read', 'write'])

/**
 * The key in the system from which the object was imported. Left out if it has none. Only imports set it. Of the clients, sites or cameras of a
 * company that exist, only one has it.
 */
export const externalKey = z.string().optional()

export const project = z.object({
  id,
  name: z.string(),
  groupIds: z.array(id),
  permission,
  siteCount: z.number().int(),
  viewCount: z.number().int(),
  externalKey,
})
export type Project = z.output<typeof project>

/** Maximum length of the reason for a pause, in characters. */
export const PAUSE_REASON_MAX = 200

/** An active pause: until its end, alarms are kept, but neither judged nor delivered. */
export const pause = z.object({
  pauseEndTime: isoTime,
  since: isoTime,
  reason: z.string(),
  /** Name of the person or program that started the pause. */
  by: z.string(),
})
export type Pause = z.output<typeof pause>

export const site = z.object({
  id,
  name: z.string(),
  projectId: id,
  projectName: z.string(),
  /** The time zone of the site, or the company's default if the site has none of its own. */
  timezone: z.string(),
  ownTimezone: z.string().nullable(),
  status: z.object({ active: z.boolean() }),
  pause: pause.nullable(),
  permission,
  viewCount: z.number().int(),
  /** What its cameras count by. */
  scheduleDeviceType,
  /** Whether the site is armed; null unless it is of the device type 2. */
  arming: armingState.nullable(),
  smtp: z.object({ required: z.boolean(), user: z.string().nullable() }),
  externalKey,
})
export type Site = z.output<typeof site>

/** A site with its details, which lists of sites leave out. */
export const detailedSite = site.extend(siteDetails)
export type DetailedSite = z.output<typeof detailedSite>

export const view = z.object({
  id,
  name: z.string(),
  siteId: id,
  siteName: z.string(),
  clientId: id,
  projectName: z.string(),
  timezone: z.string(),
  integration: z.enum(INTEGRATION_TYPES),
  status: z.object({ active: z.boolean() }),
  pause: pause.nullable(),
  /**
   * The pause of the site of the camera; null if the site is not paused. Alarms are judged and delivered again when both pauses have ended.
   */
  sitePause: pause.nullable(),
  /** Whether the site of the camera is armed and disarmed, which means that its device type is 2. */
  isArmDisarm: z.boolean(),
  /** Null unless the site is armed and disarmed. */
  armDisarmStatus: armDisarmStatus.nullable(),
  permission,
  mask: z.array(polygon),
  wantedClasses: z.array(objectClass),
  sensitivity: z.number().int().min(1).max(5),
  thermal: z.boolean(),
  ptz: z.boolean(),
  /** Whether a program created the camera with an API token. Then only programs may configure it. */
  createdByApi: z.boolean(),
  /** The products that somebody has switched on. If there are none, alarms are kept, but neither judged nor delivered. */
  products: z.array(product),
  /**
   * Those of `products` for which the company's plan has no room. If that holds for all of them, alarms are passed on without being
   * analysed.
   */
  productsTaken: z.array(product),
  /** Whether the camera is marked as watched for tampering, which has an effect only while its company has tampering. */
  tamperingDetection: z.boolean(),
  channel: z.string().nullable(),
  deviceModel: z.string().nullable(),
  /** Twelve digits, by which a camera of Pelco is registered at the maker's cloud; null for all other cameras. */
  serialNumber: z.string().nullable(),
  mergeWindowSeconds: z.number().int(),
  lastSignalAt: isoTime.nullable(),
  lastTestAt: isoTime.nullable(),
  /** The last alarm with pictures, which can be a test alarm; one of its pictures is shown as the snapshot. */
  lastAlarmId: id.nullable(),
  externalKey,
})
export type View = z.output<typeof view>

const status = z.object({ active: z.boolean() })
/** The body of a new site, and with optional fields of a change. */
export const siteBody = z.object({
  name,
  timezone: timezone.nullable().optional(),
  status: status.optional(),
  ...siteDetailsBody,
})
/** Maximum size in bytes of a body with masks: enough for the maximum number of corners, each with all its decimal digits. */
const MASK_BYTES = 320 * 1024
const channel = z.string().trim().max(40)
const deviceModel = z.string().trim().max(100)
/** The body of a new camera, and with optional fields of a change. */
export const viewBody = z.object({
  name,
  integration: z.enum(['email', 'api', 'hikvision', 'immix', 'sentinel', 'rialto', 'exacq']).optional(),
  status: status.optional(),
  /** This field also requires `mask.write`. */
  mask: maskAreas.optional(),
  wantedClasses: z.array(objectClass).min(1).optional(),
  sensitivity: z.number().int().min(1).max(5).optional(),
  thermal: z.boolean().optional(),
  /** Whether the camera turns. Masks of a camera that turns can neither be changed nor take effect. */
  ptz: z.boolean().optional(),
  channel: channel.refine(isPlainLine, { message: NOT_A_PLAIN_LINE }).nullable().optional(),
  deviceModel: deviceModel.refine(isPlainLine, { message: NOT_A_PLAIN_LINE }).nullable().optional(),
  mergeWindowSeconds: z.number().int().min(0).max(300).optional(),
})

/** Finds clients, sites and cameras by part of their name, for filters and the command palette. */
export const searchNodes = operation({
  id: 'tree.search',
  method: 'GET',
  path: '/v1/nodes',
  summary: 'Find clients, sites and cameras by name',
  tag: 'Tree',
  scope: 'self',
  permission: 'alarm.read',
  override: true,
  query: z.object({
    search: z.string().max(100).default(''),
    ids: queryList(id)
      .refine((ids) => ids.length <= 100, { message: 'At most 100 ids' })
      .optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  reply: z.array(z.object({ kind: z.enum(['project', 'site', 'view']), id, name: z.string(), path: z.string() })),
})

export const restoreNode = operation({
  id: 'tree.restore',
  method: 'POST',
  path: '/v1/nodes/:id/restore',
  summary: 'Undo the deletion of a client, site or camera',
  tag: 'Tree',
  // The object is deleted, so the usual scope check cannot resolve its id. The handler resolves it within the caller's company and grants.
  scope: 'self',
  permission: 'node.write',
  params: idParams,
  reply: success,
  errors: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN', 'KEY_TAKEN', 'RTSP_LIMIT'],
})

export const listSites = operation({
  id: 'tree.listSites',
  method: 'GET',
  path: '/project/:id/site',
  summary: 'Sites of a client by name. Long lists are streamed, at most two at once per company',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'project', way: true }],
  permission: 'node.read',
  params: idParams,
  reply: z.array(site),
  errors: ['RATE_LIMITED'],
})

export const createSite = operation({
  id: 'tree.createSite',
  method: 'POST',
  path: '/project/:id/site',
  summary: 'Create a site',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'project' }],
  permission: 'node.write',
  params: idParams,
  body: siteBody,
  reply: detailedSite,
  errors: ['NAME_TAKEN'],
})

export const getSite = operation({
  id: 'tree.getSite',
  method: 'GET',
  path: '/site/:id',
  summary: 'A site',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site', way: true }],
  permission: 'node.read',
  params: idParams,
  reply: detailedSite,
})

export const updateSite = operation({
  id: 'tree.updateSite',
  method: 'PUT',
  path: '/site/:id',
  summary: 'Change a site',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  params: idParams,
  body: siteBody.extend({ name: changedName.optional(), basedOn: siteBasedOn.optional() }),
  reply: detailedSite,
  errors: ['NAME_TAKEN', 'CONFLICT'],
})

export const deleteSite = operation({
  id: 'tree.deleteSite',
  method: 'DELETE',
  path: '/site/:id',
  summary: 'Delete a site with its cameras',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  params: idParams,
  reply: success,
})

export const setSiteSmtp = operation({
  id: 'tree.setSiteSmtp',
  method: 'PUT',
  path: '/v1/site/:id/smtp',
  summary: 'Require a user name and password for mail to this site’s cameras. A new password is returned once',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  params: idParams,
  body: z.object({ required: z.boolean(), newPassword: z.boolean().default(false) }),
  reply: z.object({ required: z.boolean(), user: z.string().nullable(), password: z.string().nullable() }),
  errors: ['UNAVAILABLE'],
})

export const listViews = operation({
  id: 'tree.listViews',
  method: 'GET',
  path: '/site/:id/view',
  summary: 'Cameras of a site by name. Long lists are streamed, at most two at once per company',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site', way: true }],
  permission: 'node.read',
  params: idParams,
  reply: z.array(view),
  errors: ['RATE_LIMITED'],
})

export const createView = operation({
  id: 'tree.createView',
  method: 'POST',
  path: '/site/:id/view',
  summary: 'Create a camera',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.write',
  maxBytes: MASK_BYTES,
  params: idParams,
  body: viewBody,
  reply: view,
  errors: ['NAME_TAKEN'],
})

export const getView = operation({
  id: 'tree.getView',
  method: 'GET',
  path: '/view/:id',
  summary: 'A camera',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.read',
  params: idParams,
  reply: view,
})

export const updateView = operation({
  id: 'tree.updateView',
  method: 'PUT',
  path: '/view/:id',
  summary: 'Change a camera',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.write',
  maxBytes: MASK_BYTES,
  params: idParams,
  body: viewBody
    .extend({ name: changedName, channel: channel.nullable(), deviceModel: deviceModel.nullable() })
    .partial()
    .extend({ basedOn: viewBasedOn.optional() }),
  reply: view,
  errors: ['NAME_TAKEN', 'CONFLICT', 'VIEW_BY_API'],
})

export const deleteView = operation({
  id: 'tree.deleteView',
  method: 'DELETE',
  path: '/view/:id',
  summary: 'Delete a camera',
  tag: 'Tree',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.write',
  params: idParams,
  reply: success,
})
