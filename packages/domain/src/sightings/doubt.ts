/**
 * Why a detection does not support its alarm.
 * - `animal`: it is probably an animal.
 * - `uncertain`: its score is too low.
 * - `masked`: it is in a masked area.
 * - `static`: it is part of the scene.
 * - `unwanted`: its class is none of the classes that the camera looks for.
 */
export type Doubt = 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted'

/** A reason of a verdict. Its code or its parameters can name a class of objects. */
export interface GivenReason {
  code: string
  params?: Readonly<Record<string, string | number>> | undefined
}

/** A stored detection. Detections of older versions have no `doubt`. */
export interface StoredSighting {
  class: string
  masked: boolean
  static: boolean
  counted: boolean
  doubt?: Doubt | null | undefined
}

const DECIDED: Readonly<Record<string, string>> = {
  'person-detected': 'person',
  'vehicle-moved': 'vehicle',
  'vehicle-present': 'vehicle',
  'cycle-moved': 'cycle',
  'cycle-present': 'cycle',
}

/** Returns the class of the object because of which a reason passes the alarm on; undefined for all other reasons. */
export function decidedClass({ code, params }: GivenReason): string | undefined {
  return code === 'object-detected' ? String(params?.['class'] ?? 'other') : DECIDED[code]
}

/** Returns the class that was detected but that the camera does not look for, according to a reason; undefined for all other reasons. */
export function unwantedClass({ code, params }: GivenReason): string | undefined {
  if (code === 'animal-only') return 'animal'
  return code === 'not-wanted' ? String(params?.['class'] ?? 'other') : undefined
}

/**
 * Returns why a stored detection does not support its alarm; null if it does. If no doubt was stored, it is derived from the reasons of the
 * alarm.
 */
export function doubtOf(thing: StoredSighting, reasons: readonly GivenReason[]): Doubt | null {
  if (thing.doubt !== undefined) return thing.doubt
  if (reasons.some((reason) => unwantedClass(reason) === thing.class)) return 'unwanted'
  // For example a potted plant, which no camera looks for.
  if (thing.class === 'other' && !thing.counted) return 'unwanted'
  if (thing.static) return 'static'
  if (thing.masked) return 'masked'
  if (!thing.counted) return 'unwanted'
  const decided = reasons.map(decidedClass).find((name) => name !== undefined)
  if (decided !== undefined) return null
  return reasons.some(({ code }) => code === 'animal-only') ? 'animal' : 'uncertain'
}
