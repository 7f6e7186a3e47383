import { z } from 'zod'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** What is told of an alarm. */
const ofAlarm = { id, viewId: id, siteId: id, projectId: id, version: z.number().int(), isTest: z.boolean() }

/**
 * Messages of the live stream. They carry ids and versions; the console fetches what it shows. Each reaches only those who may
 * see its node.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('KEEP_ALIVE') }),
  z.object({ type: z.literal('alarm.created'), ...ofAlarm }),
  z.object({ type: z.literal('alarm.changed'), ...ofAlarm }),
  z.object({ type: z.literal('tree.changed'), projectId: id, siteId: id.nullable(), viewId: id.nullable() }),
  z.object({ type: z.literal('signal.received'), id, viewId: id.nullable(), siteId: id, projectId: id }),
  z.object({ type: z.literal('delivery.changed'), id, receiverId: id, siteId: id, projectId: id }),
  /** The disk that alarms are kept on is low, full, or neither any more. */
  z.object({ type: z.literal('disk.changed') }),
  /** The session or a right ended: the stream closes after this. */
  z.object({ type: z.literal('session.ended') }),
  /** Events were missed (the stream was away for longer than they are kept): fetch everything anew. */
  z.object({ type: z.literal('resync') }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const liveStream = operation({
  id: 'live.stream',
  method: 'GET',
  path: '/v1/server-sent-events',
  summary: 'What happens, as it happens (server-sent events; resumes with Last-Event-ID)',
  tag: 'Live',
  scope: 'self',
  replyType: 'event-stream',
  errors: ['UNAVAILABLE'],
  background: true,
})
