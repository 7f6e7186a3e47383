import { nxId } from '@winnow/domain'

/** An event of XProtect, as the Events REST API and the Events and State WebSocket write it. */
export interface XprotectEvent {
  /** By which a session is resumed; as the system wrote it. */
  id: string
  /** The id of the type. */
  type: string
  /** Empty if the source is no camera. */
  cameraId: string
  at: Date
  /** What an analytics event says of itself; empty for others. */
  description: string
}

type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_TEXT = 200
const EVENT_ID = /^[!-~]{1,100}$/

/** A text in one line. */
const lineOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .slice(0, 10 * MAX_TEXT)
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, MAX_TEXT)
        .toWellFormed()
    : ''

function descriptionOf(data: unknown): string {
  const fields = typeof data === 'string' && data.length < 10_000 ? jsonOf(data) : data
  return isRecord(fields) ? lineOf(fields['description']) || lineOf(fields['Description']) : ''
}

/** Parses JSON; undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads one event; undefined without an id, a type or a time. */
export function readXprotectEvent(value: unknown): XprotectEvent | undefined {
  if (!isRecord(value)) return undefined
  const { id, source } = value
  const type = nxId(value['type'])
  const at = new Date(typeof value['time'] === 'string' ? value['time'] : Number.NaN)
  if (typeof id !== 'string' || !EVENT_ID.test(id) || type === '' || Number.isNaN(at.getTime())) return undefined
  const camera = typeof source === 'string' ? /^cameras\/([^/]{1,100})$/i.exec(source)?.[1] : undefined
  return { id, type, cameraId: nxId(camera), at, description: descriptionOf(value['data']) }
}

/** Reads a page of the Events REST API; undefined if it is none. `rows`: how many entries the page has, read or not. */
export function readEventPage(answer: unknown): { events: XprotectEvent[]; rows: number } | undefined {
  const rows = isRecord(answer) ? answer['array'] : undefined
  if (!Array.isArray(rows)) return undefined
  return { events: rows.flatMap((row) => readXprotectEvent(row) ?? []), rows: rows.length }
}
