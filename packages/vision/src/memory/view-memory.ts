import type { TamperMemory } from '../tamper/tamper-memory.ts'
import type { RememberedZone } from '../rules/remembered-zone.ts'
import type { Box, Light, ObjectClass } from '../types.ts'

/** An object that stood still in earlier alarms. */
export interface RememberedThing {
  class: ObjectClass
  box: Box
  /** A grey picture of the object with 16 × 16 pixels, base64. */
  look: string
  /** Times of the first and the last alarm that showed it, ISO 8601. */
  firstSeen: string
  lastSeen: string
  /** The number of alarms that showed the object. */
  seen: number
}

/** Grey 32 × 18 thumbnails of a camera's scene, base64: the usual one, and the last different one. */
export interface RememberedScene {
  usual: string
  other: string | null
}

/**
 * The stored history of a camera, as plain JSON. It has at most about 70 KB, usually a quarter of that. It is discarded if its version is
 * unknown.
 */
export interface ViewMemory {
  version: 1
  scenes: Record<Light, RememberedScene | null>
  things: RememberedThing[]
  /**
   * The number of completely analysed alarms in each light, with the times of the last one and of the one before it (ISO 8601). `before` is
   * missing in older memories. Null if there was none.
   */
  looked: Record<Light, { alarms: number; last: string; before?: string | null } | null>
  /**
   * The memory for the detection of tampering. Undefined before the first alarm. It has its own version, and is kept if a camera is turned.
   */
  tampering?: TamperMemory
  /** The usual pictures of zones that rules compare. Undefined in older memories. Forgotten if the camera is turned. */
  zones?: RememberedZone[]
}

/** The memory of a camera without any look. */
export function emptyMemory(): ViewMemory {
  return { version: 1, scenes: { colour: null, grey: null }, things: [], looked: { colour: null, grey: null } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a stored value is a memory of the current version; it may come from an older or a newer program. */
export function isViewMemory(value: unknown): value is ViewMemory {
  return (
    isRecord(value) &&
    value.version === 1 &&
    isRecord(value.scenes) &&
    isRecord(value.looked) &&
    Array.isArray(value.things)
  )
}
