import { bestClass } from '../best-class.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { summaryOf } from '../occasion.ts'
import { openLinkOf } from '../open-link.ts'
import type { DeliveryAlarm } from '../payload.ts'
import type { DeliveryMessage } from '../receiver.ts'
import { escapeValue } from '../template/escape-value.ts'
import { renderTemplate } from '../template/render-template.ts'
import { templateFacts } from '../template/template-facts.ts'
import type { DigitalWatchdogConfig } from './digital-watchdog-config.ts'

/** How much of the recording before the first and after the last picture belongs to a bookmark. */
const AROUND_MS = 5_000
/** The longest bookmark. A wrong clock of a device must not mark a day. */
const LONGEST_MS = 600_000
const MAX_NAME = 200
/** The longest address that is called, with some room below the guard's limit. */
const MAX_URL = 2_000
const NO_NAMES = { account: '', zone: '', cameras: [], codes: [] }

export interface GenericEvent {
  /** Milliseconds since 1970. */
  timestamp: string
  state: 'instant'
  source: string
  caption: string
  description: string
  deviceIds: string[]
}

/** The id of the alarm's camera in the system; undefined where the table has none. */
export const deviceOf = (alarm: DeliveryAlarm, { cameras }: DigitalWatchdogConfig): string | undefined =>
  lineOfCamera(alarm, cameras)?.device?.replaceAll(/[{}]/g, '') || undefined

/** The generic event of an alarm, as the REST API takes it. */
export function genericEvent(
  { id, payload }: DeliveryMessage,
  config: DigitalWatchdogConfig,
  caption: string,
): GenericEvent {
  const device = deviceOf(payload, config)
  return {
    timestamp: String(Date.parse(payload.receivedAt)),
    state: 'instant',
    source: config.source.toWellFormed(),
    caption: caption.toWellFormed(),
    description: renderTemplate(config.message, templateFacts(payload, NO_NAMES, { id })).text.trim(),
    deviceIds: device === undefined ? [] : [device],
  }
}

/**
 * The address of the same event for servers without the REST API. Their time is that of receipt: the zone of the one that they take is not
 * published. A description that does not fit is left out.
 */
export function oldEventAddress(url: string, { source, caption, description, deviceIds, state }: GenericEvent): string {
  const of = (text: string): string => {
    const refs = deviceIds.length === 0 ? {} : { metadata: JSON.stringify({ cameraRefs: deviceIds }) }
    const query = Object.entries({ source, caption, description: text, ...refs, state })
    return `${url}/api/createEvent?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
  }
  const whole = of(description)
  return whole.length <= MAX_URL ? whole : of('')
}

/** A bookmark over the time of the alarm's pictures. */
export function bookmarkOf(alarm: DeliveryAlarm): {
  name: string
  startTimeMs: number
  durationMs: number
  description: string
  tags: string[]
} {
  const times = alarm.pictures.flatMap(({ takenAt }) => (takenAt === null ? [] : [Date.parse(takenAt)]))
  const known = times.length > 0 ? times : [Date.parse(alarm.receivedAt)]
  const startTimeMs = Math.min(...known) - AROUND_MS
  return {
    name: Array.from(escapeValue(summaryOf(alarm, bestClass(alarm)), 'line'))
      .slice(0, MAX_NAME)
      .join(''),
    startTimeMs,
    durationMs: Math.min(Math.max(...known) + AROUND_MS - startTimeMs, LONGEST_MS),
    description: openLinkOf(alarm) ?? '',
    tags: ['winnow', alarm.id],
  }
}
