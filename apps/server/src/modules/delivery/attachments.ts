import { buffer } from 'node:stream/consumers'
import { USUAL_CLIP_KB } from '@winnow/contract'
import type { AttachedClip, AttachedPicture, DeliveryAlarm, LinkedClip, Receiver } from '@winnow/delivery'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { signedClipPath, type ClipOutcome } from '../alarms/index.ts'
import { PICTURES_DAYS } from './build-payload.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { pictureLimitOf, pictureOfMessage } from './picture-of-message.ts'

/** How long a message waits for its clip, in milliseconds. The clip is made to its end, so that the next message finds it. */
const PATIENCE_MS = 20_000

/** Why a message goes without the clip that its receiver has chosen, for the list of tries. */
const NOTES = {
  single: 'The alarm has no second picture, so there is no clip of it; its picture was sent.',
  'too-large': 'No clip is small enough for the receiver; the picture was sent.',
  failed: 'The clip could not be made; the picture was sent.',
  'no-encoder': 'No clip is made here; the picture was sent.',
  'not-in-time': 'The clip was not ready in time; the picture was sent.',
} as const satisfies Record<string, string>

type Outcome = ClipOutcome | { missing: keyof typeof NOTES }

/** What a message carries besides its words. */
interface Attachments {
  picture?: AttachedPicture
  clip?: AttachedClip
  linkedClip?: LinkedClip
  /** What the receiver does not get as it has chosen. */
  note?: string
}

/** The message of which the attachments are, with what it relays. */
interface Subject {
  companyId: string
  payload: DeliveryAlarm
  mails?: readonly string[] | undefined
}

/** Whether the receiver has chosen clips. A relay needs one only where there is no mail of the camera to pass on. */
const wantsClip = ({ clip }: Receiver, config: unknown, { mails = [] }: Subject): boolean =>
  clip !== undefined && mails.length === 0 && Object(config)['attach'] === 'clip'

/** The largest clip that the settings of a receiver allow, in bytes. */
function clipLimitOf(config: unknown): number {
  const kb: unknown = Object(config)['clipKb']
  return (typeof kb === 'number' ? kb : USUAL_CLIP_KB) * 1024
}

/** The clip that fits the receiver, if it is ready in time. Never rejects: an alarm must not wait for a clip. */
export async function clipInTime(
  { clips, log }: Pick<DeliveryDeps, 'clips' | 'log'>,
  alarm: { companyId: string; alarmId: string },
  limit: number,
  patienceMs = PATIENCE_MS,
): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => late.resolve({ missing: 'not-in-time' }), patienceMs)
  try {
    return await Promise.race([clips.clipOf(alarm, limit), late.promise])
  } catch (err) {
    log.warn({ err, alarmId: alarm.alarmId }, 'a clip could not be found or made; the message goes without it')
    return { missing: 'failed' }
  } finally {
    clearTimeout(timer)
  }
}

async function clipOfMessage(
  deps: DeliveryDeps,
  kind: Receiver,
  config: unknown,
  alarm: { companyId: string; alarmId: string },
): Promise<Attachments> {
  const outcome = await clipInTime(deps, alarm, clipLimitOf(config))
  if ('missing' in outcome) return { note: NOTES[outcome.missing] }
  const { key, bytes, seconds, side } = outcome.clip
  if (kind.clip === 'linked') {
    const now = deps.clock.now()
    const expires = new Date(now.getTime() + PICTURES_DAYS * 86_400_000)
    const path = signPath(deps.keys, signedClipPath(alarm.alarmId, side), { expires, now })
    return { linkedClip: { url: deps.publicUrl() + path, bytes, seconds } }
  }
  try {
    return { clip: { mp4: await buffer((await deps.media.get(key)).body), name: `alarm-${alarm.alarmId}.mp4` } }
  } catch (err) {
    deps.log.warn({ err, alarmId: alarm.alarmId }, 'a clip could not be read; the message goes without it')
    return { note: NOTES.failed }
  }
}

/** The picture and the clip that a message about an alarm carries, as its receiver has chosen and as far as they can be had. */
export async function attachmentsOf(
  deps: DeliveryDeps,
  { kind, config, parsed }: { kind: Receiver; config: unknown; parsed: unknown },
  message: Subject,
): Promise<Attachments> {
  const { companyId, payload } = message
  if (!payload.type.startsWith('alarm.')) return {}
  const alarm = { companyId, alarmId: payload.id }
  const clip = wantsClip(kind, config, message) ? await clipOfMessage(deps, kind, config, alarm) : {}
  const picture = kind.wantsPicture(parsed) ? await pictureOfMessage(deps, alarm, pictureLimitOf(config)) : undefined
  return { ...clip, ...(picture ? { picture } : {}) }
}
