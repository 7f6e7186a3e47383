import { nxId } from '@winnow/domain'
import { isRecord, nxName, type Fields } from '../digital-watchdog/read-nx.ts'

/** A recording server, which sends the pictures of its cameras. */
export interface XprotectRecorder {
  id: string
  name: string
  host: string
  port: number
  /** Whether it expects TLS. */
  isSecure: boolean
}

export interface XprotectCamera {
  id: string
  name: string
  recorderId: string
  /** The path of its first group; empty if it has none. */
  groupName: string
}

export interface XprotectEventType {
  id: string
  name: string
}

const IMAGE_PORT = 7563
const MAX_DEPTH = 10
const HOST = /^[\w.:-]{1,253}$/

/** The rows of a list; undefined if the answer is none. */
export function rowsIn(answer: unknown): Fields[] | undefined {
  const rows = isRecord(answer) ? answer['array'] : undefined
  return Array.isArray(rows) ? rows.filter(isRecord) : undefined
}

export const nameOf = (row: Fields): string => nxName(row['displayName']) || nxName(row['name'])

/** The id of the item that a row belongs to. */
export function parentOf(row: Fields): string {
  const relations = isRecord(row['relations']) ? row['relations'] : {}
  return isRecord(relations['parent']) ? nxId(relations['parent']['id']) : ''
}

/** The address of a recording server. What the system calls its active one is the one that clients use. */
export function readRecorder(row: Fields): XprotectRecorder | undefined {
  const id = nxId(row['id'])
  if (id === '') return undefined
  const name = nameOf(row) || id
  for (const uri of [row['activeWebServerUri'], row['webServerUri']]) {
    const url = typeof uri === 'string' && uri.length < 500 && URL.canParse(uri) ? new URL(uri) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) continue
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.replaceAll(/[[\]]/g, '')
    return { id, name, host, port: Number(url.port) || IMAGE_PORT, isSecure }
  }
  const { hostName, portNumber } = row
  const host = typeof hostName === 'string' && HOST.test(hostName) ? hostName : ''
  const port = typeof portNumber === 'number' && portNumber > 0 && portNumber < 65_536 ? portNumber : IMAGE_PORT
  return { id, name, host, port: Math.trunc(port), isSecure: false }
}

const listIn = (row: Fields, name: string): Fields[] => {
  const children = isRecord(row['children']) ? row['children'] : {}
  const list = row[name] ?? children[name]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** Notes the path of the first group of each camera. */
export function noteGroups(groups: readonly Fields[], paths: Map<string, string>, above: readonly string[] = []): void {
  if (above.length >= MAX_DEPTH) return
  for (const group of groups) {
    const path = [...above, nameOf(group)].filter(Boolean)
    for (const camera of listIn(group, 'cameras')) {
      const id = nxId(camera['id'])
      if (!paths.has(id)) paths.set(id, path.join(' / ').slice(0, 200).toWellFormed())
    }
    noteGroups(listIn(group, 'cameraGroups'), paths, path)
  }
}
