import { z } from 'zod'
import { devicePassword, deviceUser, host, mailbox, mailHost, NUMBER_INVALID, port } from './device-values.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** The message of a test whose address may not be called, or does not answer. */
export const NOT_FETCHED = 'Could not fetch that resource'

/** Why a test failed. */
export const DEVICE_PROBLEMS = [
  'refused', // the address may not be called
  'unreachable', // nobody answers there in time
  'certificate', // the encrypted connection cannot be trusted
  'login', // the device asks for another user or password
  'mailbox', // the mail server takes no mail for this mailbox
  'answer', // somebody answers, but not as such a device does
  'no-stream', // the device has no stream at any known path
] as const
export type DeviceProblem = (typeof DEVICE_PROBLEMS)[number]

/**
 * What a failed test says. Nothing that the other side sent is part of it. `setting`: the line of the settings with which whoever runs the
 * installation allows the address; null if no setting does, or the address was not refused.
 */
export const deviceFailure = z.object({
  problem: z.enum(DEVICE_PROBLEMS),
  message: z.string(),
  setting: z.string().nullable(),
})
export type DeviceFailure = z.output<typeof deviceFailure>

const testReply = z.object({ success: z.boolean(), failure: deviceFailure.nullable() })
export type DeviceTestReply = z.output<typeof testReply>

/** Path and query of a page, without blanks, `#` and backslash. */
const path = z
  .string()
  .trim()
  .max(500)
  .regex(/^(\/[\x21-\x22\x24-\x5b\x5d-\x7e]*)?$/)

/** A site that the device belongs to: only who may change it may call addresses in its name. */
export const deviceScope = [{ in: 'body', at: 'siteId', kind: 'site' }] as const

const test = {
  method: 'POST',
  tag: 'Tests',
  scope: deviceScope,
  permission: 'node.write',
  reply: testReply,
  errors: ['RATE_LIMITED'],
} as const

export const testSmtp = operation({
  ...test,
  id: 'tests.smtp',
  path: '/testsmtp',
  summary: 'Whether a mail server takes mail for a mailbox. Nothing is sent to it',
  body: z.object({
    siteId: id,
    mailbox,
    host,
    port: port.default(25),
    /** The part after the @, if it is not `host`. */
    emailDomain: mailHost.optional(),
  }),
})

export const testSmtpConfig = operation({
  ...test,
  id: 'tests.smtpConfig',
  path: '/v1/testsmtpconfig',
  summary: 'Whether a mail server can be used with these settings: encryption, user and password. Nothing is sent',
  body: z.object({
    siteId: id,
    host,
    port: port.default(587),
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    username: deviceUser.optional(),
    password: devicePassword.optional(),
  }),
})

export const testNvrHttp = operation({
  ...test,
  id: 'tests.nvrHttp',
  path: '/v1/test-nvr-http',
  summary: 'Whether a recorder or camera answers over HTTP, with its user and password',
  body: z.object({
    siteId: id,
    host,
    port: port.default(80),
    tls: z.boolean().default(false),
    path: path.optional(),
    username: deviceUser.optional(),
    password: devicePassword.optional(),
  }),
})

export const testNvrTcp = operation({
  ...test,
  id: 'tests.nvrTcp',
  path: '/v1/test-nvr-tcp',
  summary: 'Whether a recorder or camera accepts connections at a port',
  body: z.object({ siteId: id, host, port }),
})

const video = {
  /** Without user and password. */
  url: z.string(),
  /** As the device names it, in upper case; null if it does not. */
  codec: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
}

export const discoverRtsp = operation({
  ...test,
  id: 'tests.rtspDiscovery',
  path: '/v1/rtsp-discovery',
  summary:
    'Find the streams of a camera at the paths of known makes, and else by ONVIF: at most 20 tries and 30 seconds. It ends when the device refuses the login',
  body: z.object({
    siteId: id,
    host,
    port: port.default(554),
    username: deviceUser.optional(),
    password: devicePassword.optional(),
    /** Where the device is asked by ONVIF if no path of a make has a stream. */
    onvifPort: port.default(80),
    /** The channel of a recorder. */
    channel: z
      .number({ message: NUMBER_INVALID })
      .int({ message: NUMBER_INVALID })
      .min(1, { message: NUMBER_INVALID })
      .max(256, { message: NUMBER_INVALID })
      .default(1),
  }),
  reply: testReply.extend({
    /** `make`: by the path, or as the device itself says; empty if neither is known. */
    streams: z.array(z.object({ ...video, make: z.string() })),
    /** The number of paths that were tried, without ONVIF. */
    tries: z.number().int(),
  }),
})

const known = z.string().nullable()

export const connectOnvif = operation({
  ...test,
  id: 'tests.onvifConnect',
  path: '/v1/onvif/connect',
  summary: 'Ask an ONVIF device what it is, which streams it has, and whether it can be turned',
  body: z.object({
    siteId: id,
    host,
    port: port.default(80),
    tls: z.boolean().default(false),
    path: path.optional(),
    username: deviceUser.optional(),
    password: devicePassword.optional(),
  }),
  reply: testReply.extend({
    device: z.object({ manufacturer: known, model: known, firmware: known, serial: known }).nullable(),
    streams: z.array(z.object({ ...video, name: z.string() })),
    ptz: z.boolean(),
  }),
})
