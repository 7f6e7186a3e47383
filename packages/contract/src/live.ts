import { z } from 'zod'
import { JOB_STATUSES } from './background-jobs.ts'
import { automationOptions } from './automation.ts'
import { operation } from './operation.ts'
import { lookers } from './looking.ts'
import { id } from './values.ts'

/** The fields of every message about an alarm. */
const ofAlarm = { id, viewId: id, siteId: id, projectId: id, version: z.number().int(), isTest: z.boolean() }

/**
 * Messages of the live stream. They contain ids and versions only; the console fetches the data that it displays. Each message is sent only
 * to users who may see the node that it is about.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('KEEP_ALIVE') }),
  z.object({ type: z.literal('alarm.created'), ...ofAlarm }),
  z.object({ type: z.literal('alarm.changed'), ...ofAlarm }),
  /** Several alarms of one camera have changed at once, for example because they were labelled together. */
  z.object({ type: z.literal('alarms.changed'), viewId: id, siteId: id, projectId: id, ids: z.array(id) }),
  /** The people who look at an alarm have changed. Not an event: a client that reconnects asks `live.looking`. */
  z.object({ type: z.literal('alarm.looked'), id, viewId: id, siteId: id, projectId: id, ...lookers.shape }),
  /** An alarm was taken from the review queue, or given back to it. */
  z.object({ type: z.literal('review.changed'), id, viewId: id, siteId: id, projectId: id }),
  /** Somebody has asked for a change at an alarm, or a request was answered or withdrawn. `id` is the alarm. */
  z.object({ type: z.literal('cure.asked'), id, viewId: id, siteId: id, projectId: id }),
  /** Somebody tried to disarm a site and was refused, or a site was not armed in time. */
  z.object({
    type: z.literal('arming.noticed'),
    what: z.enum(['refused', 'unarmed', 'late']),
    siteId: id,
    projectId: id,
  }),
  z.object({ type: z.literal('tree.changed'), projectId: id, siteId: id.nullable(), viewId: id.nullable() }),
  /** A Pelco system has registered cameras. `projectId` is the client of the site. */
  z.object({
    type: z.literal('CAMERA_REGISTERED'),
    siteId: id,
    projectId: id.optional(),
    /** The serial number that was registered, by which the console that asked for it knows its answer. */
    serialNumber: z.string().optional(),
    views: z.array(z.object({ id, name: z.string() })),
  }),
  /** A camera of a Pelco system was not registered. `message` is the reason if the plan does not allow another camera. */
  z.object({
    type: z.literal('CAMERA_NOT_REGISTERED'),
    siteId: id.optional(),
    projectId: id.optional(),
    serialNumber: z.string().optional(),
    planCapacity: z.object({ isValid: z.boolean(), message: z.string() }),
  }),
  /** A Pelco system was disconnected, together with its cameras. */
  z.object({ type: z.literal('DISCONNECT'), siteId: id, projectId: id.optional(), viewIds: z.array(id) }),
  ...automationOptions,
  /** A group of clients was created, renamed or deleted, or its clients changed. */
  z.object({ type: z.literal('group.changed'), groupId: id }),
  /** A template of schedules was created, changed or deleted. */
  z.object({ type: z.literal('schedule.changed'), scheduleId: id }),
  /** A background job has started, has made progress, or has ended. Only users who may see the job can fetch it. */
  z.object({ type: z.literal('job.changed'), jobId: id, status: z.enum(JOB_STATUSES) }),
  z.object({ type: z.literal('signal.received'), id, viewId: id.nullable(), siteId: id, projectId: id }),
  z.object({ type: z.literal('delivery.changed'), id, receiverId: id, siteId: id, projectId: id }),
  /** A receiver has stopped working, or works again. */
  z.object({ type: z.literal('receiver.changed'), receiverId: id, siteId: id, projectId: id }),
  /** The disk that stores alarms has become low on space or full, or has enough space again. */
  z.object({ type: z.literal('disk.changed') }),
  /** The session has ended, or the user has lost a right. The stream closes after this message. */
  z.object({ type: z.literal('session.ended') }),
  /** Events were missed because the stream was disconnected for longer than events are kept. The client must fetch everything again. */
  z.object({ type: z.literal('resync') }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const liveStream = operation({
  id: 'live.stream',
  method: 'GET',
  path: '/v1/server-sent-events',
  summary: 'Live events (server-sent events; resumes with Last-Event-ID)',
  tag: 'Live',
  scope: 'self',
  replyType: 'event-stream',
  errors: ['UNAVAILABLE'],
  background: true,
})
