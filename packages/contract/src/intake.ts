import { z } from 'zod'
import { VERDICT_FILTERS } from './alarm-query.ts'
import { MAX_MESSAGE_BYTES } from './body-limit.ts'
import { operation } from './operation.ts'
import { SIGNAL_SOURCES } from './alarm-values.ts'
import { EVENT_TYPES, id, idParams, isoTime, success } from './values.ts'

export const MEDIA_UPLOADS = ['multipart/form-data', 'application/json', 'image/*', 'video/*'] as const

/** The reply to one upload. */
export const ingestReply = z.object({
  signalId: id,
  /**
   * Null until the signal has been parsed. Parsing happens at once unless the server is busy. The live stream and `GET /v1/signal/{id}`
   * report the id later.
   */
  alarmId: id.nullable(),
  /** The earlier signal that this one repeats: it has the same content and, if an idempotency key was sent, the same key. */
  duplicateOf: id.nullable(),
  /**
   * Problems found in the signal, for example a file that is not a picture. If nothing can be analysed, the alarm is passed on unverified.
   */
  problems: z.array(z.object({ code: z.string(), detail: z.string().optional() })),
})

/** Errors with which an upload is refused. */
export const UPLOAD_ERRORS = [
  'EMPTY_ALARM',
  'UNSUPPORTED_MEDIA',
  'TOO_LARGE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'STORAGE_FULL',
] as const

export const ingestAlarm = operation({
  id: 'intake.ingest',
  method: 'POST',
  path: '/v1/ingest/alarm',
  summary: 'Send an alarm with its pictures or one clip',
  tag: 'Intake',
  scope: [{ in: 'query', at: 'view', kind: 'view' }],
  permission: 'alarm.ingest',
  token: 'ingest',
  uploads: MEDIA_UPLOADS,
  maxBytes: MAX_MESSAGE_BYTES,
  query: z.object({ view: id }),
  reply: ingestReply,
  errors: [...UPLOAD_ERRORS, 'TOKEN_INVALID'],
})

/** The largest message of a Hikvision device: XML with a few pictures. */
export const HIKVISION_MAX_BYTES = 16 * 1024 * 1024

export const pushHikvision = operation({
  id: 'intake.hikvision',
  method: 'POST',
  path: '/v1/hik/:token',
  summary:
    'Event of a Hikvision device, as XML or multipart. The token in the path is the camera’s; 200 means that the event is stored',
  tag: 'Intake',
  scope: 'signed',
  unaudited: 'Messages of devices are kept as signals',
  params: z.object({ token: z.string().min(1).max(100) }),
  uploads: ['application/xml', 'text/xml', 'multipart/form-data', 'multipart/mixed'],
  maxBytes: HIKVISION_MAX_BYTES,
  reply: success,
  errors: ['NOT_FOUND', 'TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_FULL'],
})

/** A push of a device: like those of Hikvision, whatever the maker. */
const push = {
  tag: 'Intake',
  scope: 'signed',
  unaudited: 'Messages of devices are kept as signals',
  params: z.object({ token: z.string().min(1).max(100) }),
  errors: ['NOT_FOUND', 'TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_FULL'],
} as const
const body = { uploads: ['*/*'], maxBytes: HIKVISION_MAX_BYTES } as const

export const pushAxis = operation({
  ...push,
  ...body,
  id: 'intake.axis',
  method: 'POST',
  path: '/v1/axis/:token',
  summary: 'Images, a clip or a notification of an Axis device. 200 means that it is stored',
  reply: success,
})

export const pushAxisByQuery = operation({
  ...push,
  id: 'intake.axisByQuery',
  method: 'GET',
  path: '/v1/axis/:token',
  summary: 'Notification of an Axis device whose words stand in the query',
  changesState: true,
  reply: success,
})

export const pushInstar = operation({
  ...push,
  ...body,
  id: 'intake.instar',
  method: 'POST',
  path: '/v1/instar/:token',
  summary: 'Alarm of an INSTAR camera. 200 means that it is stored',
  reply: success,
})

export const pushInstarByQuery = operation({
  ...push,
  id: 'intake.instarByQuery',
  method: 'GET',
  path: '/v1/instar/:token',
  summary: 'Alarm of an INSTAR camera whose fields stand in the query, as `active=1`',
  changesState: true,
  reply: success,
})

/** The answer that Uniview devices wait for. */
const univiewReply = z.object({ ResponseCode: z.literal(0), ResponseURL: z.string() })

export const pushUniview = operation({
  ...push,
  ...body,
  id: 'intake.uniview',
  method: 'POST',
  path: '/v1/uniview/:token',
  summary: 'Event of a Uniview device, where the whole address can be entered',
  reply: univiewReply,
})

export const pushUniviewEvent = operation({
  ...push,
  ...body,
  id: 'intake.univiewEvent',
  method: 'POST',
  path: '/v1/uniview/:token/LAPI/:version/System/Event/Notification',
  summary: 'Event of a Uniview device by version 1.1 of its interface, with pictures in a multipart',
  params: push.params.extend({ version: z.string().max(100) }),
  reply: univiewReply,
})

export const pushUniviewNotification = operation({
  ...push,
  ...body,
  id: 'intake.univiewNotification',
  method: 'POST',
  path: '/v1/uniview/:token/LAPI/:version/System/Event/Notification/:kind',
  summary:
    'Notification of a Uniview device: an alarm, what was seen, or a count, which only says that the device is there',
  params: push.params.extend({ version: z.string().max(100), kind: z.string().max(100) }),
  reply: univiewReply,
})

export const testView = operation({
  id: 'intake.test',
  method: 'POST',
  path: '/v1/view/:id/test-alarm',
  summary: 'Send a trial picture or clip for a camera. It is analysed like any alarm, but not counted or delivered',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.write',
  params: idParams,
  uploads: MEDIA_UPLOADS,
  maxBytes: MAX_MESSAGE_BYTES,
  reply: ingestReply,
  errors: UPLOAD_ERRORS,
})

export const getSignal = operation({
  id: 'intake.getSignal',
  method: 'GET',
  path: '/v1/signal/:id',
  summary: 'The state of a signal',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'signal' }],
  permission: 'alarm.read',
  token: 'ingest',
  params: idParams,
  reply: z.object({
    id,
    state: z.enum(['stored', 'parsed']),
    kind: z.enum(['alarm', 'stop', 'test', 'unparsed']).nullable(),
    alarmId: id.nullable(),
    duplicateOf: id.nullable(),
  }),
})

export const signalRow = z.object({
  id,
  receivedAt: isoTime,
  source: z.enum(SIGNAL_SOURCES),
  kind: z.enum(['alarm', 'stop', 'test', 'unparsed']).nullable(),
  /**
   * Whether a person sent the signal with `test-alarm`. The alarm of such a signal is neither included in numbers of alarms nor delivered.
   */
  isTest: z.boolean(),
  vendor: z.string().nullable(),
  event: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  deviceTime: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  recipient: z.string().nullable(),
  remoteAddress: z.string().nullable(),
  bytes: z.number().int(),
  problems: z.array(z.object({ code: z.string(), detail: z.string().optional() })),
  duplicateOf: id.nullable(),
  alarmId: id.nullable(),
  /** The state of the alarm. Null without an alarm, and if the caller may not see it. */
  alarmState: z.enum(VERDICT_FILTERS).nullable(),
})
export type SignalRow = z.output<typeof signalRow>

const newest = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), before: id.optional() })

export const listViewSignals = operation({
  id: 'intake.viewSignals',
  method: 'GET',
  path: '/v1/view/:id/signals',
  summary: 'The latest messages of a camera, including test messages and repeats',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.read',
  params: idParams,
  query: newest,
  reply: z.array(signalRow),
})

export const listUnmatchedSignals = operation({
  id: 'intake.unmatched',
  method: 'GET',
  path: '/v1/site/:id/unmatched-signals',
  summary: 'Messages for a site that match none of its cameras',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'node.read',
  params: idParams,
  query: newest,
  reply: z.array(signalRow),
})

/** All values that an installer types into a device. */
export const getViewIntake = operation({
  id: 'intake.viewIntake',
  method: 'GET',
  path: '/v1/view/:id/intake',
  summary: 'The address of a camera and the server that its device must use',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.read',
  params: idParams,
  reply: z.object({
    address: z.string(),
    smtp: z.object({
      host: z.string(),
      port: z.number().int(),
      /** Whether the host name can be used only on this machine, as `localhost` can. A device on another machine needs another address. */
      onlyHere: z.boolean(),
      startTls: z.boolean(),
      authRequired: z.boolean(),
      user: z.string().nullable(),
    }),
    /** The address to which a Hikvision device pushes its events. It holds a token: treat it like a password. */
    hikvisionUrl: z.string(),
    /** Those of other makers. */
    pushUrls: z.object({ axis: z.string(), instar: z.string(), uniview: z.string() }),
    /** The server for uploads of files. Null where it is switched off. */
    ftp: z
      .object({
        host: z.string(),
        port: z.number().int(),
        onlyHere: z.boolean(),
        /** The port on which connections begin with TLS; null if there is none. */
        tlsPort: z.number().int().nullable(),
        /** Whether the command AUTH TLS is understood. */
        offersTls: z.boolean(),
        /** Whether devices without TLS are refused. */
        requiresTls: z.boolean(),
        user: z.string(),
        /** Whether a password was made. Without one, nobody can log in as the camera. */
        hasPassword: z.boolean(),
      })
      .nullable(),
    httpUrl: z.string(),
  }),
})

export const renewFtpPassword = operation({
  id: 'intake.renewFtpPassword',
  method: 'POST',
  path: '/v1/view/:id/ftp-password',
  summary:
    'Give a camera a new password for uploads by FTP. It is returned once; the old one stops working immediately',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.write',
  params: idParams,
  reply: z.object({ user: z.string(), password: z.string() }),
  errors: ['VIEW_BY_API'],
})

export const renewViewAddress = operation({
  id: 'intake.renewAddress',
  method: 'POST',
  path: '/v1/view/:id/renew-address',
  summary: 'Give a camera a new mail address and a new address for pushes. The old ones stop working immediately',
  tag: 'Intake',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'node.write',
  params: idParams,
  reply: z.object({ address: z.string() }),
  errors: ['VIEW_BY_API'],
})
