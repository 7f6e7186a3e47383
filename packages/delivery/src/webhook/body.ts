import type { AttachedPicture, DeliveryAlarm } from '../payload.ts'

/** Raised only when a field changes its meaning or goes; new fields come without. */
const WEBHOOK_VERSION = 1

/**
 * The message of a webhook as docs/webhook.md describes it. Written out field by field, so that nothing added to the payload
 * leaves the house, and nothing renamed changes the contract, unnoticed.
 */
export function webhookBody(payload: DeliveryAlarm, picture?: AttachedPicture): string {
  const { type, at, previous, ...alarm } = payload
  return JSON.stringify({
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
      detections: alarm.detections.map((found) => ({
        picture: found.picture,
        class: found.class,
        score: found.score,
        box: { x: found.box.x, y: found.box.y, width: found.box.width, height: found.box.height },
        moved: found.moved,
        doubt: found.doubt,
      })),
      pictures: alarm.pictures.map(({ url, takenAt, width, height }) => ({ url, takenAt, width, height })),
      consoleUrl: alarm.consoleUrl,
      picture: picture
        ? { contentType: 'image/jpeg', name: picture.name, base64: Buffer.from(picture.jpeg).toString('base64') }
        : null,
    },
  })
}
