import { z } from 'zod'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation } from './operation.ts'
import { deliveryProblem, deliveryState } from './receivers/operations.ts'
import {
  box,
  EVENT_TYPES,
  id,
  idParams,
  isoTime,
  objectClass,
  OUTSIDE_REASONS,
  paged,
  pageQuery,
  polygon,
  queryFlag,
  queryList,
  success,
  verdict,
} from './values.ts'

export const reason = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/**
 * Set if the camera did not count when the alarm was received, for example because it was paused: the alarm is kept, but neither analysed
 * nor delivered. `until` is the time at which that state was to end by itself; null if somebody had to end it. The whole object is null if
 * the camera counted.
 */
export const outside = z.object({ reason: z.enum(OUTSIDE_REASONS), until: isoTime.nullable() }).nullable()

/** One line of the alarm list. */
export const alarmRow = z.object({
  id,
  viewId: id,
  viewName: z.string(),
  siteId: id,
  siteName: z.string(),
  projectId: id,
  projectName: z.string(),
  /** Time zone of the site. The page of a single alarm shows its times in this zone. */
  timezone: z.string(),
  receivedAt: isoTime,
  eventType: z.enum(EVENT_TYPES),
  /** Null while the alarm waits for its verdict, and for an alarm with `outside`, which gets none. */
  verdict: verdict.nullable(),
  verdictAt: isoTime.nullable(),
  score: z.number().nullable(),
  classes: z.array(objectClass),
  groundTruth: z.boolean().nullable(),
  noteCount: z.number().int(),
  frameCount: z.number().int(),
  isTest: z.boolean(),
  outside,
  version: z.number().int(),
})
export type AlarmRow = z.output<typeof alarmRow>

export const detection = z.object({
  frame: z.number().int(),
  class: objectClass,
  label: z.string(),
  score: z.number(),
  box,
  moved: z.boolean().nullable(),
  masked: z.boolean(),
  static: z.boolean(),
  counted: z.boolean(),
  /** Why this detection does not support the alarm; null if it does. */
  doubt: z.enum(['animal', 'uncertain', 'masked', 'static', 'unwanted']).nullable(),
  model: z.string(),
})
export type Detection = z.output<typeof detection>

export const frame = z.object({
  position: z.number().int(),
  kind: z.enum(['still', 'clip', 'clip-frame']),
  /** Path of the picture on the console's own origin; null if there is nothing that a browser can display. */
  url: z.string().nullable(),
  /** The file as the device sent it; {@link getFrameImage} serves it as the original. Null for pictures extracted from a clip. */
  original: z.object({ type: z.string(), bytes: z.number().int() }).nullable(),
  /** Why `url` is null, as a problem code of the alarm. Null if there is a `url`, or if the frame has not been analysed yet. */
  problem: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  offsetMs: z.number().int().nullable(),
  motion: z.array(box),
})
export type Frame = z.output<typeof frame>

/** A clip as the device sent it; {@link getFrameImage} serves it as the original at this position. */
export const clip = z.object({
  position: z.number().int(),
  /** Media type, detected from the first bytes, e.g. `video/mp4`. */
  type: z.string(),
  bytes: z.number().int(),
})
export type Clip = z.output<typeof clip>

export const alarm = alarmRow.extend({
  companyId: id,
  deviceTime: z.string().nullable(),
  lastSignalAt: isoTime,
  source: z.enum(['smtp', 'http']),
  vendor: z.string().nullable(),
  event: z.string().nullable(),
  deadlineAt: isoTime,
  releasedAt: isoTime.nullable(),
  reasons: z.array(reason),
  problems: z.array(z.object({ code: z.string(), detail: z.string().optional() })),
  detections: z.array(detection),
  boxesRemoved: z.boolean(),
  masks: z.array(polygon),
  frames: z.array(frame),
  /** The clips from which frames were extracted, and the clips from which no frame could be extracted. */
  clips: z.array(clip),
  model: z
    .object({
      packs: z.array(z.object({ id: z.string(), version: z.string() })),
      parameters: z.string(),
      /** The adjustment learnt from labels, if one was applied. It moved the threshold by `shift` (log-odds). */
      adjustment: z.object({ id, scope: z.enum(['company', 'camera']), shift: z.number() }).optional(),
    })
    .nullable(),
  timings: z.record(z.string(), z.number()).nullable(),
  /** The number plates that were read, the surest first; null if none were to be read, which needs the product `protect`. */
  plates: z
    .object({
      plates: z.array(
        z.object({
          text: z.string(),
          /** Whether the text is certain. If not, it is a guess and must be shown as one. */
          isSure: z.boolean(),
          /** The position of the picture on which it is best read. */
          frame: z.number().int(),
        }),
      ),
      /** Whether every vehicle was searched for a plate. If not, there may be more. */
      isComplete: z.boolean(),
    })
    .nullable(),
  cusGroundTruth: z.boolean().nullable(),
  supGroundTruth: z.boolean().nullable(),
  labelledBy: z.string().nullable(),
  labelledAt: isoTime.nullable(),
  signalCount: z.number().int(),
  deliveries: z.array(
    z.object({
      id,
      receiverName: z.string(),
      kind: z.string(),
      type: z.string(),
      state: deliveryState,
      retryingSince: isoTime.nullable(),
      attempts: z.number().int(),
      finishedAt: isoTime.nullable(),
      ...deliveryProblem,
    }),
  ),
})
export type Alarm = z.output<typeof alarm>

export const LABEL_FILTERS = ['all', 'true', 'false', 'unlabelled'] as const
export const OPERATOR_FILTERS = ['all', 'true', 'false', 'unreviewed'] as const
export const VERDICT_FILTERS = ['true', 'false', 'unverified', 'waiting', 'outside'] as const

/** Filters of the alarm list, and the page to return. */
export const listQuery = z.object({
  since: isoTime.optional(),
  till: isoTime.optional(),
  ...pageQuery({ usual: 50, most: 200 }),
  /**
   * Key-set paging: returns rows older (`before`) or newer (`after`) than this alarm. This is faster than page numbers, and the rows are
   * not counted.
   */
  before: id.optional(),
  after: id.optional(),
  label: z.enum(LABEL_FILTERS).default('all'),
  /** Filter by what the operator said (`operatorSays`). */
  filter: z.enum(OPERATOR_FILTERS).default('all'),
  /**
   * If left out, alarms with every verdict except `outside` are returned. `outside`: alarms of cameras that did not count, for example
   * because they were paused.
   */
  verdict: queryList(z.enum(VERDICT_FILTERS)).optional(),
  objectType: queryList(objectClass).optional(),
  alarmTypes: queryList(z.enum(EVENT_TYPES)).optional(),
  notes: queryFlag.optional(),
  includeTests: queryFlag.optional(),
  random: queryFlag.optional(),
  area: z.string().max(100).optional(),
  tamperingReferenceMode: z.enum(['images', 'video', 'overlay']).optional(),
  siteTimeZone: z.string().max(64).optional(),
})

export const listAlarms = operation({
  id: 'alarms.list',
  method: 'POST',
  path: '/viewalarms',
  summary: 'Alarms, newest first',
  tag: 'Alarms',
  scope: [
    { in: 'body', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
    { in: 'body', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'alarms', kind: 'alarm', many: true, optional: true, foreign: 'empty' },
    { in: 'query', at: 'before', kind: 'alarm', optional: true, foreign: 'empty' },
    { in: 'query', at: 'after', kind: 'alarm', optional: true, foreign: 'empty' },
  ],
  permission: 'alarm.read',
  maxBytes: ID_LIST_BYTES,
  query: listQuery,
  body: z
    .object({
      cameras: z.array(id).max(MAX_IDS).optional(),
      sites: z.array(id).max(MAX_IDS).optional(),
      projects: z.array(id).max(MAX_IDS).optional(),
      /**
       * Returns only those of these alarms that match the other filters. An open list uses it to update the rows that the live stream
       * named. The rows are not counted.
       */
      alarms: z.array(id).max(200).optional(),
    })
    .default({}),
  reply: paged(alarmRow).extend({
    /** Null with key-set paging. */
    count: z.number().int().nullable(),
    /** Whether there are more rows in the requested direction. */
    more: z.boolean(),
  }),
})

export const getAlarmCount = operation({
  id: 'alarms.count',
  method: 'GET',
  path: '/v1/get-alarm-count',
  summary: 'The number of alarms received between two instants',
  tag: 'Alarms',
  scope: 'self',
  permission: 'alarm.read',
  query: z.object({ from: isoTime, to: isoTime, trueOnly: queryFlag.optional() }),
  reply: z.object({ count: z.number().int(), countIsExact: z.boolean() }),
  background: true,
})

export const getAlarm = operation({
  id: 'alarms.get',
  method: 'GET',
  path: '/alarm/:id',
  summary: 'An alarm with its frames, detections and reasons',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: alarm,
})

export const labelAlarm = operation({
  id: 'alarms.label',
  method: 'PUT',
  path: '/alarm/:id',
  summary: 'Label an alarm: whether it was true or false',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: idParams,
  body: z.object({
    groundTruth: z.boolean().nullable(),
    /** The label that the operator saw. If the server has a different one, the request is a conflict. If left out, the last writer wins. */
    expected: z.boolean().nullable().optional(),
  }),
  reply: alarm,
  errors: ['CONFLICT'],
})

export const listFrames = operation({
  id: 'alarms.frames',
  method: 'GET',
  path: '/alarm/:id/frame',
  summary: 'The frames of an alarm',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: z.array(frame),
})

/** The size of a picture. `full`: the picture as it was sent, or a converted copy if browsers cannot show it. `thumbnail`: a small copy. */
export const pictureSize = z.enum(['full', 'thumbnail']).default('full')

/**
 * Position of a frame. Pictures extracted from a clip have positions above those of all files of their alarm, so the highest position is
 * not the number of frames.
 */
const framePosition = z.coerce.number().int().min(0).max(32_767)

export const getFrameImage = operation({
  id: 'alarms.frameImage',
  method: 'GET',
  path: '/v1/alarm/:id/frame/:position/image',
  summary: 'A frame as a picture. With `original`: a download of the picture or clip as the device sent it',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: z.object({ id, position: framePosition }),
  query: z.object({
    original: queryFlag.optional(),
    /**
     * The picture is fetched before a user views it. The audit log then records that pictures of the camera were fetched, not that a user
     * viewed them. The client reports a later view with `alarms.viewed`. Requests with an API token ignore this flag.
     */
    prefetch: queryFlag.optional(),
    /** `thumbnail`: a small copy, at most 320 pixels wide and high. */
    size: pictureSize,
  }),
  replyType: 'binary',
  // A picture is requested together with an alarm that the user opened, or is prefetched for a new alarm. The request itself is therefore
  // no sign of an active user.
  background: true,
})

export const markAlarmViewed = operation({
  id: 'alarms.viewed',
  method: 'POST',
  path: '/v1/alarm/:id/viewed',
  summary: 'Record that the user views the prefetched pictures of an alarm. The audit contains it once an hour',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: success,
})

/** Pictures for receivers, which have no session. The address is signed and expires. */
export const getSignedFrame = operation({
  id: 'alarms.signedFrame',
  method: 'GET',
  path: '/v1/signed/alarm/:id/frame/:position',
  summary: 'A frame by signed address, as in messages to receivers',
  tag: 'Alarms',
  scope: 'signed',
  params: z.object({ id, position: framePosition }),
  query: z.object({ expires: z.string(), key: z.string(), signature: z.string() }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})

export const removeBoxes = operation({
  id: 'alarms.removeBoxes',
  method: 'DELETE',
  path: '/alarm/:id/boxes',
  summary: 'Hide the boxes of an alarm for everyone',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: idParams,
  reply: success,
})

export const note = z.object({
  id,
  alarmId: id,
  userId: id.nullable(),
  userName: z.string(),
  content: z.string(),
  createdAt: isoTime,
})
export type Note = z.output<typeof note>

export const listNotes = operation({
  id: 'alarms.notes',
  method: 'GET',
  path: '/v1/alarm/:id/notes',
  summary: 'Notes of an alarm, oldest first',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: z.array(note),
})

/** Maximum length of a note, in characters. */
export const NOTE_MAX = 2048

export const addNote = operation({
  id: 'alarms.addNote',
  method: 'POST',
  path: '/v1/alarm/:id/notes',
  summary: 'Add a note',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.note',
  params: idParams,
  body: z.object({ content: z.string().trim().min(1).max(NOTE_MAX) }),
  reply: note,
})

export const deleteNote = operation({
  id: 'alarms.deleteNote',
  method: 'DELETE',
  path: '/v1/alarm/:id/notes/:noteId',
  summary: 'Delete a note. Administrators may delete any note, others only their own',
  tag: 'Alarms',
  scope: [
    { in: 'path', at: 'id', kind: 'alarm' },
    { in: 'path', at: 'noteId', kind: 'note', childOf: 'id' },
  ],
  permission: 'alarm.note',
  params: z.object({ id, noteId: id }),
  reply: success,
})
