import type { RecorderChannel, RecorderFacts } from '../recorder-channel.ts'
import { lineOrNull } from '../text/clean.ts'

const MOST_CHARS = 256 * 1024
const MOST_CHANNELS = 512
const TITLE = /^[ \t]*(?:table\.)?ChannelTitle\[(\d{1,3})\]\.Name=([^\r\n]{0,500})/gm
const STATE = /^[ \t]*states\[(\d{1,3})\]\.(channel|connectionState)=([^\r\n]{0,100})/gim
/** The states of a place without a camera. */
const UNUSED = new Set(['empty', 'disable', 'disabled'])

/** Reads the names of channels, by their index from 0 (`getConfig&name=ChannelTitle`). @returns undefined for what is no such answer */
export function readChannelTitles(text: string): Map<number, string | null> | undefined {
  const titles = new Map<number, string | null>()
  for (const [, index = '', name = ''] of text.slice(0, MOST_CHARS).matchAll(TITLE))
    if (titles.size < MOST_CHANNELS && !titles.has(Number(index))) titles.set(Number(index), lineOrNull(name))
  return titles.size === 0 ? undefined : titles
}

/** Reads what a device calls itself, of the answers to `getMachineName` and `getSystemInfo`. Neither is needed. */
export function readDahuaFacts({
  machineName,
  systemInfo,
}: {
  machineName: string
  systemInfo: string
}): RecorderFacts {
  const valueOf = (text: string, key: string): string | null =>
    lineOrNull(new RegExp(`^[ \\t]*${key}=([^\\r\\n]{0,500})`, 'm').exec(text.slice(0, MOST_CHARS))?.[1])
  return { name: valueOf(machineName, 'name'), model: valueOf(systemInfo, 'deviceType') }
}

interface CameraState {
  channel?: unknown
  connectionState?: unknown
}

/** Newer firmware answers in JSON, older one with a value on each line. */
function statesOf(text: string): CameraState[] {
  try {
    const read: unknown = JSON.parse(text)
    const states: unknown = typeof read === 'object' && read !== null && 'states' in read ? read.states : []
    return Array.isArray(states)
      ? states.filter((each): each is CameraState => typeof each === 'object' && each !== null)
      : []
  } catch {
    const rows = new Map<string, CameraState>()
    for (const [, row = '', key = '', value = ''] of text.matchAll(STATE)) {
      const before = rows.get(row) ?? {}
      const isChannel = key.toLowerCase() === 'channel'
      rows.set(row, {
        ...before,
        ...(isChannel ? { channel: Number(value.trim()) } : { connectionState: value.trim() }),
      })
    }
    return [...rows.values()]
  }
}

/** Reads which network cameras a recorder reaches (`getCameraState`), by their index from 0. Empty for what is no such answer. */
export function readCameraStates(text: string): Map<number, 'online' | 'offline' | 'unused'> {
  const states = new Map<number, 'online' | 'offline' | 'unused'>()
  for (const { channel, connectionState } of statesOf(text.slice(0, MOST_CHARS)).slice(0, MOST_CHANNELS)) {
    if (typeof channel !== 'number' || !Number.isInteger(channel) || typeof connectionState !== 'string') continue
    const state = connectionState.toLowerCase()
    if (state !== '') states.set(channel, UNUSED.has(state) ? 'unused' : state === 'connected' ? 'online' : 'offline')
  }
  return states
}

/** The channels of a device, numbered from 1 as the reader of its events does. Places without a camera are left out. */
export function numberDahuaChannels(
  titles: ReadonlyMap<number, string | null>,
  states: ReadonlyMap<number, 'online' | 'offline' | 'unused'>,
): RecorderChannel[] {
  return [...titles.entries()]
    .toSorted(([a], [b]) => a - b)
    .filter(([index]) => states.get(index) !== 'unused')
    .map(([index, name]) => {
      const state = states.get(index)
      return { channel: String(index + 1), name, isOnline: state === undefined ? null : state === 'online' }
    })
}
