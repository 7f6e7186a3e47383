import { z } from 'zod'
import { scheduleState } from './schedule-state.ts'
import { id, INTEGRATION_TYPES, queryFlag, queryList } from './values.ts'

/** A boolean of the filter: a text in a query string, a real boolean when the query is sent as the body of a POST. */
const flag = z.union([z.boolean(), queryFlag]).optional()

/**
 * Which cameras are returned. When two opposite flags are both set or both left out, they exclude no camera.
 */
export const viewFilter = {
  /** Part of the name of the camera, its site or its client. */
  search: z.string().trim().max(100).optional(),
  integrations: queryList(z.enum(INTEGRATION_TYPES)).optional(),
  masked: flag,
  unmasked: flag,
  thermal: flag,
  nonthermal: flag,
  activeOn: flag,
  activeOff: flag,
  /** Whether the product `detect` is switched on. */
  objectDetectionOn: flag,
  objectDetectionOff: flag,
  /** Whether the camera is marked as watched for tampering. */
  sceneDetectionOn: flag,
  sceneDetectionOff: flag,
  /** Whether the product `protect` is switched on. */
  advancedMomentDetectionOn: flag,
  advancedMomentDetectionOff: flag,
  /** Whether the product `investigate` is switched on. */
  investigateOn: flag,
  investigateOff: flag,
  /** Whether the camera is switched on and of the integration type `rtsp`. */
  rtspIsActiveOn: flag,
  rtspIsActiveOff: flag,
  /** Whether the camera is of the integration type `rtsp`. */
  rtspIsConfiguredOn: flag,
  rtspIsConfiguredOff: flag,
  /** Only cameras whose alarms the caller may see. */
  isCheckSiteRuleViewAlarm: flag,
  /** Excludes cameras that only carry the footage of another camera. No such cameras exist yet. */
  hideAttachedFootage: flag,
  /** Adds the schedule of each camera to its row. Excludes no camera. */
  hasSchedulesInTree: flag,
}
/** What `hasSchedulesInTree` adds to the row of a camera. */
export const scheduleOfCamera = {
  /** What says when the camera counts, besides pauses. Null: nothing, so it always counts. */
  schedule: z
    .object({
      /** Whose schedule it is: the camera's own, or its site's. */
      source: z.enum(['view', 'site']),
      /** The device type of the site: with 2, it is armed and disarmed, and windows are unused. */
      deviceType: z.union([z.literal(1), z.literal(2)]).nullable(),
      /** The template that is followed; null for windows of its own. */
      templateId: id.nullable(),
      templateName: z.string().nullable(),
      /** Whether the camera counts now. Pauses and what is switched off are taken into account. */
      state: scheduleState,
    })
    .nullable()
    .optional(),
}
const scheduleOfCameraObject = z.object(scheduleOfCamera)
export type ScheduleOfCamera = z.output<typeof scheduleOfCameraObject>
const viewFilterObject = z.object(viewFilter)
export type ViewFilter = z.output<typeof viewFilterObject>

/** Maximum number of nodes in one selection. */
const NODES_MOST = 10_000

/**
 * A selection of cameras in the tree. A camera must match all parts: the filter, the group of its client, and the chosen nodes. An empty
 * selection stands for all cameras that the caller may see.
 */
export const cameraSelection = {
  ...viewFilter,
  /** Only cameras of clients in this group. */
  groupId: id.optional(),
  /** Ids of clients, sites and cameras: only these cameras, and cameras below these clients and sites. */
  below: queryList(id)
    .refine((ids) => ids.length <= NODES_MOST, { message: `At most ${NODES_MOST} ids` })
    .optional(),
}
const cameraSelectionObject = z.object(cameraSelection)
export type CameraSelection = z.output<typeof cameraSelectionObject>
