import { nxId } from '@winnow/domain'

/** A server of a system. */
export interface NxServer {
  id: string
  name: string
  isOnline: boolean
}

/** A camera of a system. */
export interface NxCamera {
  id: string
  name: string
  serverId: string
  /** Of a recorder with several channels; empty if it has none. */
  groupName: string
}

/** A system: the site, as version 4 of the API calls it. */
export interface NxSystem {
  id: string
  name: string
}

const MAX_NAME = 200

export type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name in one line. */
export const nxName = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME)
        .toWellFormed()
    : ''

/** The rows of an answer: a bare array, or one below `reply`. Undefined if it is neither. */
export function rowsOf(answer: unknown): Fields[] | undefined {
  const rows = isRecord(answer) ? answer['reply'] : answer
  return Array.isArray(rows) ? rows.filter(isRecord) : undefined
}

/** Reads `GET /rest/v4/site/info`. */
export function readSystem(answer: unknown): NxSystem | undefined {
  const info = isRecord(answer) && isRecord(answer['reply']) ? answer['reply'] : answer
  if (!isRecord(info)) return undefined
  const id = nxId(info['localId']) || nxId(info['id']) || nxId(info['cloudId'])
  return id === '' ? undefined : { id, name: nxName(info['name']) || id }
}

/** Reads `GET /rest/v4/servers`. */
export const readServers = (answer: unknown): NxServer[] | undefined =>
  rowsOf(answer)?.flatMap((row) => {
    const id = nxId(row['id'])
    return id === '' ? [] : [{ id, name: nxName(row['name']) || id, isOnline: row['status'] === 'Online' }]
  })

/** Devices that send no pictures. */
const BLIND = new Set(['IOModule', 'HornSpeaker'])

/** Reads `GET /rest/v4/devices`. */
export const readCameras = (answer: unknown): NxCamera[] | undefined =>
  rowsOf(answer)?.flatMap((row) => {
    const id = nxId(row['id'])
    if (id === '' || BLIND.has(String(row['deviceType']))) return []
    const group = isRecord(row['group']) ? nxName(row['group']['name']) : ''
    return [{ id, name: nxName(row['name']) || id, serverId: nxId(row['serverId']), groupName: group }]
  })
