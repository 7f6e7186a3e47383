import type { Box } from '../types.ts'

/** A key frame of a stream with the sets of parameters that it needs, with start codes (annex B). */
export interface StreamPicture {
  codec: 'H264' | 'H265'
  bytes: Uint8Array
}

const SEEN = ['first', 'still', 'changed', 'broken'] as const

/**
 * What a look at a key frame found. `moved` says where. `first`: there is nothing to compare it with. `changed`: so much is different that the light or the camera
 * changed. `broken`: it cannot be decoded, or is larger than any picture.
 */
export type Look = { kind: (typeof SEEN)[number] } | { kind: 'moved'; boxes: Box[] }

export type WatchTask =
  | { kind: 'look'; stream: string; picture: StreamPicture }
  | { kind: 'show'; pictures: readonly StreamPicture[] }
  | { kind: 'forget'; stream: string }

export interface WatchMessage {
  id: number
  task: WatchTask
}

export type WatchReply =
  | { type: 'ready' }
  | { type: 'look'; id: number; look: Look }
  /** A picture that cannot be decoded is left out as null. */
  | { type: 'show'; id: number; jpegs: (Uint8Array | null)[] }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether a value is a message of the child. It is checked, since a stream may have taken control of the child. */
export function isWatchReply(value: unknown): value is WatchReply {
  if (!isRecord(value)) return false
  if (value.type === 'ready') return true
  if (typeof value.id !== 'number') return false
  if (value.type === 'look') return isRecord(value.look) && isLook(value.look)
  const jpegs = value.type === 'show' && Array.isArray(value.jpegs) ? (value.jpegs as unknown[]) : undefined
  return jpegs?.every((jpeg) => jpeg === null || jpeg instanceof Uint8Array) ?? false
}

function isLook({ kind, boxes }: Record<string, unknown>): boolean {
  if (kind !== 'moved') return SEEN.some((seen) => seen === kind)
  const sides = ['x', 'y', 'width', 'height']
  return (
    Array.isArray(boxes) && boxes.every((box) => isRecord(box) && sides.every((side) => typeof box[side] === 'number'))
  )
}

export function isWatchMessage(value: unknown): value is WatchMessage {
  return isRecord(value) && typeof value.id === 'number' && isRecord(value.task)
}
