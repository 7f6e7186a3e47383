import { z } from 'zod'
import { id, isoTime } from '../values.ts'
import { SEVERITIES } from './severity.ts'

const verdict = z.enum(['true', 'false', 'unverified'])
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const named = z.object({ id, name: z.string() })

/** What happens to cameras besides alarms: silent for too long, heard again, connection lost, connection restored, tampered with, and its end. */
export const CAMERA_EVENTS = [
  'idle',
  'idle.ended',
  'connection.lost',
  'connection.restored',
  'tampering',
  'tampering.ended',
] as const
export type CameraEvent = (typeof CAMERA_EVENTS)[number]

/** A message about an alarm, as a webhook posts it and a station fetches it. Its fields are explained in docs/webhook.md. */
export const alarmMessage = z.object({
  version: z.literal(1),
  type: z.enum(['alarm.created', 'alarm.corrected', 'test', ...CAMERA_EVENTS]),
  /** The time of the verdict or its correction. */
  timestamp: isoTime,
  data: z.object({
    /** The alarm's id; the same in `alarm.created` and each later `alarm.corrected`, and in the begin and the end of what happens to a camera. */
    id,
    verdict,
    previousVerdict: verdict.nullable(),
    score: z.number().nullable(),
    reasons: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
    company: named,
    project: named,
    site: named.extend({ timezone: z.string() }),
    view: named,
    receivedAt: isoTime,
    deviceTime: z.string().nullable(),
    rules: z.array(
      named.extend({
        type: z.string(),
        category: z.string().nullable(),
        held: z.boolean(),
        plate: z.object({ read: z.string(), listed: z.string().nullable(), list: z.string().nullable() }).nullable(),
      }),
    ),
    detections: z.array(
      z.object({
        picture: z.number().int(),
        class: z.string(),
        score: z.number(),
        box,
        moved: z.boolean().nullable(),
        doubt: z.string().nullable(),
      }),
    ),
    /** The paths of people and vehicles; empty without the product `detect_pro_v2`. */
    tracks: z.array(
      z.object({
        class: z.string(),
        seconds: z.number().nullable(),
        points: z.array(z.object({ picture: z.number().int(), box })),
      }),
    ),
    /** Pictures at addresses that need no login. */
    pictures: z.array(
      z.object({
        url: z.string(),
        takenAt: isoTime.nullable(),
        width: z.number().nullable(),
        height: z.number().nullable(),
      }),
    ),
    /** The alarms that the message stands for besides its own, where they were held back to go as one; else null. */
    gathered: z
      .object({
        alarms: z.array(id),
        firstAt: isoTime,
        lastAt: isoTime,
        isDigest: z.boolean(),
        /** Whether it is a digest of what waited during an outage of the receiver. */
        isOutage: z.boolean(),
        /** How many of all, the message's own included, are true alarms. */
        trueAlarms: z.number().int(),
      })
      .nullable(),
    /** In a message about tampering, what is known of it; else null. */
    tampering: z
      .object({
        /** The alarm with which it began. */
        alarmId: id,
        /** What a device of the camera reported: `tamper`, or `videoloss`; null if none did, or if it said that it is over. */
        reported: z.string().nullable(),
        /** What the pictures showed: `blur`, `dark`, `covered`, `moved`, `frozen`. */
        kinds: z.array(z.string()),
        startedAt: isoTime,
        endedAt: isoTime.nullable(),
      })
      .nullable(),
    /** How urgent it is: by the settings of the receiver, else as usual. */
    severity: z.enum(SEVERITIES),
    /** Shows the alarm without a login, for receivers that ask for it; else null. */
    sharedUrl: z.string().nullable(),
    consoleUrl: z.string(),
    /** The pictures of the alarm as one clip, where a webhook asks for it and there is one; else null. The address needs no login. */
    clip: z
      .object({
        url: z.string(),
        contentType: z.literal('video/mp4'),
        bytes: z.number().int(),
        seconds: z.number(),
      })
      .nullable(),
    /** The picture itself, where a webhook embeds it. */
    picture: z.object({ contentType: z.literal('image/jpeg'), name: z.string(), base64: z.string() }).nullable(),
  }),
})
export type AlarmMessage = z.output<typeof alarmMessage>
