import type { TamperMemory } from '../tamper/tamper-memory.ts'
import type { Box, ObjectClass } from '../types.ts'

/** A thing that stood still in earlier alarms. */
export interface RememberedThing {
  class: ObjectClass
  box: Box
  /** Grey 16 × 16 picture of it, base64. */
  look: string
  /** Times of the first and the last alarm it was seen in, ISO 8601. */
  firstSeen: string
  lastSeen: string
  /** How many alarms. */
  seen: number
}

/** Grey 32 × 18 thumbnails of what a camera shows, base64: the usual one, and a different one that was seen last. */
export interface RememberedScene {
  usual: string
  other: string | null
}

/** Cameras show two worlds, in colour by day and in shades of grey under infrared; what holds in one says nothing of the other. */
export type Light = 'colour' | 'grey'

/**
 * What is kept of a camera between alarms: small (at most some 50 KB, mostly a quarter of it), plain JSON, and thrown away when its version is unknown.
 */
export interface ViewMemory {
  version: 1
  scenes: Record<Light, RememberedScene | null>
  things: RememberedThing[]
  /** Alarms of which everything was looked at, the last of them and the one before it (ISO 8601; missing in older memories). */
  looked: Record<Light, { alarms: number; last: string; before?: string | null } | null>
  /** Absent until the first look, and of a version of its own: what it holds outlives a camera that was turned. */
  tampering?: TamperMemory
}

/** The memory of a camera that was never looked at. */
export function emptyMemory(): ViewMemory {
  return { version: 1, scenes: { colour: null, grey: null }, things: [], looked: { colour: null, grey: null } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a stored value is a memory of the version this code writes; it may come from an older or a newer one. */
export function isViewMemory(value: unknown): value is ViewMemory {
  return (
    isRecord(value) &&
    value.version === 1 &&
    isRecord(value.scenes) &&
    isRecord(value.looked) &&
    Array.isArray(value.things)
  )
}
