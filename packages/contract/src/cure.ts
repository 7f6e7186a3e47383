import { z } from 'zod'
import { alarmRow } from './alarm-values.ts'
import { cureRequest } from './cure-requests.ts'
import { operation } from './operation.ts'
import { pause } from './tree.ts'
import { id, idParams, isoTime, verdict } from './values.ts'

/** Number of alarms of a camera that a preview judges anew. */
export const PREVIEW_ALARMS = 200
/** Number of earlier alarms that are shown beside an alarm. */
export const LAST_ALARMS = 8

/** What somebody at an alarm needs to know of its camera to end a nuisance. */
export const alarmCamera = z.object({
  viewId: id,
  viewName: z.string(),
  siteId: id,
  /** Time zone of the site. */
  timezone: z.string(),
  sensitivity: z.number().int().min(1).max(5),
  /** The camera moves: an area of its picture is not an area of the scene, so masks do not fit. */
  ptz: z.boolean(),
  /** A program configures the camera, and nobody else. */
  createdByApi: z.boolean(),
  /** Whether the caller's grant allows changes of this camera. The permissions for each change are needed as well. */
  mayWrite: z.boolean(),
  pause: pause.nullable(),
  sitePause: pause.nullable(),
  /** Alarms of the last 24 hours, and on average in 24 hours of the week before them. `usual` is null for a camera younger than a day. */
  day: z.object({ count: z.number().int(), usual: z.number().nullable() }),
  /** Verdicts of the last seven days. `reduction` is the share that was filtered; null without verdicts. */
  week: z.object({ judged: z.number().int(), filtered: z.number().int(), reduction: z.number().nullable() }),
  /** The latest alarms of the camera besides this one, the newest first. */
  last: z.array(alarmRow),
  /** What was asked for at alarms of this camera: the open requests, and the caller's own that were answered in the last 30 days. The newest first. */
  requests: z.array(cureRequest),
})
export type AlarmCamera = z.output<typeof alarmCamera>

export const getAlarmCamera = operation({
  id: 'cure.camera',
  method: 'GET',
  path: '/v1/alarm/:id/camera',
  summary: "An alarm's camera: its settings, pauses, noise and latest alarms",
  tag: 'Cure',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: alarmCamera,
})

/** An alarm that would get another verdict. */
const flip = z.object({
  id,
  receivedAt: isoTime,
  from: verdict,
  to: verdict,
  /** What people said of it. */
  groundTruth: z.boolean().nullable(),
})

export const sensitivityPreview = z.object({
  /** The camera's sensitivity today. */
  current: z.number().int(),
  /** The latest alarms of the camera with a verdict, at most {@link PREVIEW_ALARMS}. */
  alarms: z.number().int(),
  /** How many of them could be judged anew. For the others, too little of what was found is stored. */
  judged: z.number().int(),
  notJudged: z.number().int(),
  /** Those that would be filtered though they were passed on, and the other way round. By what people said of them. */
  filtered: z.object({ count: z.number().int(), labelledTrue: z.number().int(), labelledFalse: z.number().int() }),
  passed: z.object({ count: z.number().int(), labelledTrue: z.number().int(), labelledFalse: z.number().int() }),
  /** Every alarm with another verdict, the newest first. Includes those that change between passed and unverified, which both are passed on. */
  flips: z.array(flip),
})
export type SensitivityPreview = z.output<typeof sensitivityPreview>

export const previewSensitivity = operation({
  id: 'cure.previewSensitivity',
  method: 'POST',
  path: '/v1/view/:id/sensitivity/preview',
  summary: 'What the latest alarms of a camera would have become with another sensitivity, from what is stored of them',
  tag: 'Cure',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'alarm.read',
  unaudited: 'it changes nothing',
  params: idParams,
  body: z.object({ sensitivity: z.number().int().min(1).max(5) }),
  reply: sensitivityPreview,
})
