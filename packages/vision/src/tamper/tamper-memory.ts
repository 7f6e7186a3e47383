import type { Light } from '../types.ts'
import type { TamperKind } from './tamper-facts.ts'

/** The usual picture of a camera in one light. */
export interface TamperReference {
  /** The picture as 64 × 36 grey levels, base64. */
  picture: string
  /** The largest step in each cell of the picture, base64; see `findDetail`. */
  detail: string
  /** The sharpness and the brightness, as in TamperFacts. */
  sharpness: number
  brightness: number
  /** The width in pixels of the pictures from which it was learnt. Smaller pictures cannot be as sharp. */
  width: number
  /** The number of alarms from which it was learnt, and the time of the first one (ISO 8601). */
  alarms: number
  since: string
  /** Whether a user chose it. Learning then never changes it. */
  isGiven: boolean
}

/** The stored state of a camera for the detection of tampering: plain JSON, at most 20 KB. */
export interface TamperMemory {
  version: 1
  usual: Record<Light, TamperReference | null>
  /** Another picture that recent alarms showed instead of the usual one. */
  other: Record<Light, TamperReference | null>
  /** Single pixels of the last frame (64 × 36 grey levels, base64) and the time of its alarm (ISO 8601). */
  last: { pixels: string; at: string } | null
  /** For each fact that holds: the time since which it has held, the number of alarms, and the time of the last one (ISO 8601). */
  standing: Partial<Record<TamperKind, { since: string; alarms: number; last: string }>>
}

/** The memory of a camera that was never analysed. */
export function emptyTamperMemory(): TamperMemory {
  return {
    version: 1,
    usual: { colour: null, grey: null },
    other: { colour: null, grey: null },
    last: null,
    standing: {},
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a stored value is a memory of the version this code writes. */
export function isTamperMemory(value: unknown): value is TamperMemory {
  return (
    isRecord(value) &&
    value.version === 1 &&
    isRecord(value.usual) &&
    isRecord(value.other) &&
    isRecord(value.standing) &&
    (value.last === null || isRecord(value.last))
  )
}
