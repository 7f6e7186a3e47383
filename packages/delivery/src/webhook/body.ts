import type { AlarmMessage } from '@winnow/contract'
import type { AttachedPicture, DeliveryAlarm } from '../payload.ts'
import { severityOf } from '../severity.ts'

/** Incremented only when a field changes its meaning or is removed, not for new fields. */
const WEBHOOK_VERSION = 1

/**
 * The body of a webhook as in docs/webhook.md. Written field by field, so that a new or renamed field of the payload does not change the
 * body by accident.
 */
export const webhookBody = (payload: DeliveryAlarm, picture?: AttachedPicture): string =>
  JSON.stringify(webhookContent(payload, picture))

/** The same before it is written as JSON, for other ways that carry it. */
export function webhookContent(payload: DeliveryAlarm, picture?: AttachedPicture): AlarmMessage {
  const { type, at, previous, ...alarm } = payload
  return {
    version: WEBHOOK_VERSION,
    type,
    timestamp: at,
    data: {
      id: alarm.id,
      verdict: alarm.verdict,
      previousVerdict: previous?.verdict ?? null,
      score: alarm.score,
      reasons: alarm.reasons.map(({ code, params = {} }) => ({ code, params })),
      company: { id: alarm.company.id, name: alarm.company.name },
      project: { id: alarm.project.id, name: alarm.project.name },
      site: { id: alarm.site.id, name: alarm.site.name, timezone: alarm.site.timezone },
      view: { id: alarm.view.id, name: alarm.view.name },
      receivedAt: alarm.receivedAt,
      deviceTime: alarm.deviceTime,
      rules: rulesOf(alarm),
      detections: alarm.detections.map((found) => ({
        picture: found.picture,
        class: found.class,
        score: found.score,
        box: { x: found.box.x, y: found.box.y, width: found.box.width, height: found.box.height },
        moved: found.moved,
        doubt: found.doubt,
      })),
      tracks: tracksOf(alarm),
      pictures: alarm.pictures.map(({ url, takenAt, width, height }) => ({ url, takenAt, width, height })),
      gathered: alarm.gathered
        ? {
            alarms: [...alarm.gathered.alarms],
            firstAt: alarm.gathered.firstAt,
            lastAt: alarm.gathered.lastAt,
            isDigest: alarm.gathered.isDigest,
            isOutage: alarm.gathered.isOutage,
            trueAlarms: alarm.gathered.trueAlarms,
          }
        : null,
      tampering: alarm.tampering
        ? {
            alarmId: alarm.tampering.alarmId,
            reported: alarm.tampering.reported,
            kinds: [...alarm.tampering.kinds],
            startedAt: alarm.tampering.startedAt,
            endedAt: alarm.tampering.endedAt,
          }
        : null,
      severity: severityOf(payload),
      sharedUrl: alarm.sharedUrl ?? null,
      consoleUrl: alarm.consoleUrl,
      clip: alarm.clip
        ? { url: alarm.clip.url, contentType: 'video/mp4', bytes: alarm.clip.bytes, seconds: alarm.clip.seconds }
        : null,
      picture: picture
        ? { contentType: 'image/jpeg', name: picture.name, base64: Buffer.from(picture.jpeg).toString('base64') }
        : null,
    },
  }
}

const rulesOf = ({ rules }: Pick<DeliveryAlarm, 'rules'>): AlarmMessage['data']['rules'] =>
  rules.map(({ id, name, type, category, held, plate }) => ({
    id,
    name,
    type,
    category,
    held,
    plate: plate && { read: plate.read, listed: plate.listed, list: plate.list },
  }))

const tracksOf = ({ tracks }: Pick<DeliveryAlarm, 'tracks'>): AlarmMessage['data']['tracks'] =>
  tracks.map((track) => ({
    class: track.class,
    seconds: track.seconds,
    points: track.points.map(({ picture, box: { x, y, width, height } }) => ({
      picture,
      box: { x, y, width, height },
    })),
  }))
