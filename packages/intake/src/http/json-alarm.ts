import { isDeeplyNested } from '@winnow/domain'
import type { ParseLimits } from '../limits.ts'
import { emptyHttpAlarm, type HttpAlarmIssue, type HttpAlarmReading, type HttpMedia } from './http-alarm.ts'

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/
const MAX_ISSUES = 20

/**
 * Reads the JSON form: `{ "event"?, "deviceTime"?, "channel"?, "text"?, "media": [{ "name"?, "contentType"?, "data": base64, "offsetMs"? }]
 * }`. `data` may be a data URL. Unknown members are ignored, so that senders may add their own.
 */
export function readJsonAlarm(raw: Uint8Array, limits: ParseLimits): HttpAlarmReading {
  if (isDeeplyNested(raw)) return unread('is nested too deeply')
  const body = parse(raw)
  if (body === undefined) return unread('is not valid JSON in UTF-8')
  if (!isRecord(body)) return unread('must be an object')
  const read = new Reader(limits)
  const alarm = {
    event: read.text(body, 'event', 200),
    deviceTime: read.text(body, 'deviceTime', 100),
    channel: read.text(body, 'channel', 40),
    text: read.text(body, 'text', 10_000) ?? '',
    media: read.media(body['media']),
    problems: [],
  }
  return { alarm, issues: read.issues.slice(0, MAX_ISSUES), isEmpty: holdsNothing(body['media']) }
}

function parse(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    return undefined
  }
}

function unread(message: string): HttpAlarmReading {
  return { alarm: emptyHttpAlarm(), issues: [{ path: '', message }], isEmpty: false }
}

/** Whether the value of `media` is missing, an empty list, or a list of pictures that have no content. */
function holdsNothing(media: unknown): boolean {
  if (media === undefined || media === null) return true
  return Array.isArray(media) && media.every((item: unknown) => isRecord(item) && item['data'] === '')
}

class Reader {
  readonly issues: HttpAlarmIssue[] = []
  readonly #limits: ParseLimits

  constructor(limits: ParseLimits) {
    this.#limits = limits
  }

  /** Reads an optional text. A number is converted to text, since senders often write a channel as a number. */
  text(from: Record<string, unknown>, key: string, max: number, at = ''): string | null {
    const value = from[key]
    if (value === undefined || value === null || value === '') return null
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return this.#issue(at + key, 'must be text')
    if (text.length > max) return this.#issue(at + key, `must have at most ${max} characters`)
    return text
  }

  media(value: unknown): HttpMedia[] {
    if (!Array.isArray(value)) {
      this.#issue('media', 'must be a list')
      return []
    }
    if (value.length === 0) this.#issue('media', 'must hold at least one picture or clip')
    if (value.length > this.#limits.maxParts) {
      this.#issue('media', `must hold at most ${this.#limits.maxParts} pictures and clips`)
    }
    return value.slice(0, this.#limits.maxParts).flatMap((item: unknown, i) => this.#item(item, `media[${i}]`))
  }

  #item(item: unknown, at: string): HttpMedia[] {
    if (!isRecord(item)) {
      this.#issue(at, 'must be an object')
      return []
    }
    const bytes = this.#bytes(item['data'], `${at}.data`)
    const media: Omit<HttpMedia, 'bytes'> = {
      name: this.text(item, 'name', 255, `${at}.`),
      contentType: this.text(item, 'contentType', 100, `${at}.`),
      offsetMs: this.#offset(item['offsetMs'], `${at}.offsetMs`),
    }
    return bytes ? [{ ...media, bytes }] : []
  }

  #bytes(data: unknown, at: string): Uint8Array | null {
    if (typeof data !== 'string' || data === '') return this.#issue(at, 'must be base64 text')
    const comma = data.startsWith('data:') ? data.indexOf(',') : -1
    const text = data.slice(comma + 1).replace(/\s+/g, '')
    if (text.length * 0.75 > this.#limits.maxPartBytes + 3) {
      return this.#issue(at, `must have at most ${this.#limits.maxPartBytes} bytes`)
    }
    const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : null
    return bytes && bytes.length > 0 ? bytes : this.#issue(at, 'must be base64 text')
  }

  #offset(value: unknown, at: string): number | null {
    if (value === undefined || value === null) return null
    const fine = typeof value === 'number' && Number.isInteger(value) && value >= -600_000 && value <= 600_000
    return fine ? value : this.#issue(at, 'must be whole milliseconds from the first picture, at most ten minutes')
  }

  #issue(path: string, message: string): null {
    this.issues.push({ path, message })
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
