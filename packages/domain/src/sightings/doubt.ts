/**
 * Why a detection does not count.
 * - `animal`: it is probably an animal.
 * - `uncertain`: its score is too low.
 * - `masked`: it is in a masked area.
 * - `static`: it is part of the scene.
 * - `unwanted`: the camera does not look for its class.
 */
export type Doubt = 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted'

/** A reason of a verdict, as far as it names a class. */
export interface GivenReason {
  code: string
  params?: Readonly<Record<string, string | number>> | undefined
}

/** A stored detection. Older ones have no doubt. */
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

/** The class for which a reason passes the alarm on; undefined for all other reasons. */
export function decidedClass({ code, params }: GivenReason): string | undefined {
  return code === 'object-detected' ? String(params?.['class'] ?? 'other') : DECIDED[code]
}

/** The class that a reason says was seen but is not wanted; undefined for all other reasons. */
export function unwantedClass({ code, params }: GivenReason): string | undefined {
  if (code === 'animal-only') return 'animal'
  return code === 'not-wanted' ? String(params?.['class'] ?? 'other') : undefined
}

/**
 * Why a stored detection does not count for its alarm; null where it does. Without a stored doubt it is derived from the alarm's reasons.
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
