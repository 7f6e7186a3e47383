/**
 * Why something that was seen does not stand for an alarm. `animal`: taken for an animal. `uncertain`: too faint to decide. `masked`: in a
 * masked area. `static`: part of the scene. `unwanted`: the camera does not look out for its class.
 */
export type Doubt = 'animal' | 'uncertain' | 'masked' | 'static' | 'unwanted'

/** What one reason of a verdict says, as far as a class can be told from it. */
export interface GivenReason {
  code: string
  params?: Readonly<Record<string, string | number>> | undefined
}

/** A thing that was seen on a picture, as it is stored. Those from before doubts were stored have none. */
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

/** The class that a reason passes the alarm on for; undefined for all other reasons. */
export function decidedClass({ code, params }: GivenReason): string | undefined {
  return code === 'object-detected' ? String(params?.['class'] ?? 'other') : DECIDED[code]
}

/** The class that a reason says was seen and is not looked out for; undefined for all other reasons. */
export function unwantedClass({ code, params }: GivenReason): string | undefined {
  if (code === 'animal-only') return 'animal'
  return code === 'not-wanted' ? String(params?.['class'] ?? 'other') : undefined
}

/** Why a stored thing does not stand for its alarm, null where it does. What was stored without a doubt is judged by the alarm's reasons. */
export function doubtOf(thing: StoredSighting, reasons: readonly GivenReason[]): Doubt | null {
  if (thing.doubt !== undefined) return thing.doubt
  if (reasons.some((reason) => unwantedClass(reason) === thing.class)) return 'unwanted'
  // A potted plant that stands there was never looked out for.
  if (thing.class === 'other' && !thing.counted) return 'unwanted'
  if (thing.static) return 'static'
  if (thing.masked) return 'masked'
  if (!thing.counted) return 'unwanted'
  const decided = reasons.map(decidedClass).find((name) => name !== undefined)
  if (decided !== undefined) return null
  return reasons.some(({ code }) => code === 'animal-only') ? 'animal' : 'uncertain'
}
