import { isRecord, nxName } from '../digital-watchdog/read-nx.ts'

export interface ExacqCamera {
  /** The number that the recorder has given it. */
  id: string
  name: string
}

/** A recorder as it describes itself. */
export interface ExacqConfig {
  /** Empty if it has none. */
  name: string
  cameras: ExacqCamera[]
}

/** Cameras of one recorder. */
const MOST_CAMERAS = 5_000
const SESSION = /^[\w.~-]{1,200}$/
const NUMBER = /^\d{1,20}$/

/** An id that may stand in an address: a number, or the text of one. */
const numberIn = (value: unknown): string => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && NUMBER.test(text) ? text : ''
}

const isSet = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** The session in the answer to a login. `refused`: the service does not know this user with this password. Undefined: it is no such answer. */
export function readSession(answer: unknown): { session: string } | 'refused' | undefined {
  if (!isRecord(answer)) return undefined
  const { sessionId, success } = answer
  if (success !== false && typeof sessionId === 'string' && SESSION.test(sessionId)) return { session: sessionId }
  return success === false || sessionId === '' || sessionId === null ? 'refused' : undefined
}

/** Reads `config.web`: the recorder's name and its cameras, without those that are switched off. */
export function readConfig(answer: unknown): ExacqConfig | undefined {
  const rows = isRecord(answer) ? answer['Cameras'] : undefined
  if (!isRecord(answer) || !Array.isArray(rows)) return undefined
  const cameras = rows.slice(0, MOST_CAMERAS).flatMap((row: unknown) => {
    const id = isRecord(row) ? numberIn(row['id']) : ''
    return id === '' || !isRecord(row) || isSet(row['disabled']) ? [] : [{ id, name: nxName(row['name']) || id }]
  })
  return { name: nxName(answer['name']), cameras }
}

/** The id of an export that has begun. `none`: nothing was recorded in this time. Undefined: it is no such answer. */
export function readExport(answer: unknown): { id: string } | 'none' | undefined {
  if (!isRecord(answer)) return undefined
  const given = answer['export_id']
  const id = typeof given === 'string' && SESSION.test(given) ? given : numberIn(given)
  return id === '' ? 'none' : { id }
}

/** How much of an export is done, in percent. */
export function readProgress(answer: unknown): number | undefined {
  const progress = isRecord(answer) ? Number(answer['progress'] ?? Number.NaN) : Number.NaN
  return progress >= 0 && progress <= 100 ? progress : undefined
}

export const isJpeg = (bytes: Uint8Array): boolean => bytes.length > 2 && bytes[0] === 0xff && bytes[1] === 0xd8

/** Whether bytes begin as an MP4 does. */
export const isMp4 = (bytes: Uint8Array): boolean =>
  bytes.length > 8 && new TextDecoder('latin1').decode(bytes.subarray(4, 8)) === 'ftyp'
