import { z } from 'zod'
import { referenceMode } from './alarm-query.ts'
import { labelReason, saidLabel } from './label-values.ts'
import { deliveryProblem, deliveryState } from './receivers/operations.ts'
import { alarmRule, ruleCategory, ruleType } from './rule-values.ts'
import { box, EVENT_TYPES, id, isoTime, objectClass, OUTSIDE_REASONS, polygon, verdict } from './values.ts'

/** The protocols by which messages of devices come. */
export const SIGNAL_SOURCES = [
  'smtp',
  'http',
  'ftp',
  'hikvision',
  'digitalwatchdog',
  'milestone',
  'dc09',
  'rtsp',
  'axis',
  'instar',
  'uniview',
  'dahua',
  'videofied',
] as const

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
  /** The supervisor's label or, if there is none, the company's. */
  groundTruth: z.boolean().nullable(),
  /** Why, if the person who gave the label said so. */
  labelReason: labelReason.nullable(),
  noteCount: z.number().int(),
  frameCount: z.number().int(),
  isTest: z.boolean(),
  outside,
  version: z.number().int(),
  /** The rule of the camera that found what it looks for; null without one. `isHeld`: within its timeout, so that it was not passed on. */
  rule: z
    .object({ name: z.string(), type: ruleType, category: ruleCategory.nullable(), isHeld: z.boolean() })
    .nullable(),
  /**
   * The picture that the camera sent before an alarm of tampering, to compare with. Present only if the request asked for it by
   * `tamperingReferenceMode`; null if there is none, or if the alarm is of another type.
   */
  reference: z
    .object({
      mode: referenceMode,
      /** The alarm of the picture. */
      alarmId: id,
      /** Path of the picture on the console's own origin. */
      url: z.string(),
    })
    .nullable()
    .optional(),
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
  /** Model that found it; `person` for a box that somebody has drawn. */
  model: z.string(),
  /** Name of the person who has drawn this box. Left out for boxes that the analysis found. */
  setBy: z.string().optional(),
})
export type Detection = z.output<typeof detection>

/** The path of one person or vehicle over the pictures of an alarm. */
export const track = z.object({
  class: objectClass,
  /** The best score on any picture, 0–1. */
  score: z.number(),
  /** At least two, in the order of time. `frame` is the position of a picture, `offsetMs` its time as in {@link frame}. */
  points: z.array(z.object({ frame: z.number().int(), offsetMs: z.number().int().nullable(), box })),
})
export type Track = z.output<typeof track>

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
  /** Milliseconds since the receipt of the alarm's first message; null if the sender did not say when the picture was taken. */
  offsetMs: z.number().int().nullable(),
  motion: z.array(box),
  /** Who has set the boxes of this frame, and when. Left out if it has those that the analysis found. */
  boxesSet: z.object({ by: z.string(), at: isoTime }).optional(),
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
  source: z.enum(SIGNAL_SOURCES),
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
  /**
   * The paths of people and vehicles, those on most pictures first; null if none were to be followed, which needs the product `detect_pro_v2`.
   */
  tracks: z.array(track).nullable(),
  /** What the rules of the camera found, hits first. Empty if nothing, or if it has no rules. */
  rules: z.array(alarmRule),
  /** The company's label: the latest of its operators or, if they said nothing, the latest of the users of a shared site. */
  cusGroundTruth: z.boolean().nullable(),
  supGroundTruth: z.boolean().nullable(),
  /** Who gave the label that stands, and when. Both are null without a label. */
  labelledBy: z.string().nullable(),
  labelledAt: isoTime.nullable(),
  /** What each person says, the latest first. People who removed their label are left out. */
  labels: z.array(saidLabel),
  signalCount: z.number().int(),
  /**
   * Set if the alarm was kept outside the time of its camera until a person had it analysed: who and when, and why it was kept. Null for
   * others.
   */
  byHand: z
    .object({ by: z.string(), at: isoTime, reason: z.enum(OUTSIDE_REASONS), until: isoTime.nullable() })
    .nullable(),
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
