import type { Area } from './rule.ts'

/** A rectangle in 0–1 coordinates of the picture; x and y are its upper left corner. */
export interface FactBox {
  x: number
  y: number
  width: number
  height: number
}

/** Capabilities of detectors that the usual detectors do not have. */
export type RuleCapability = 'ppe' | 'fire' | 'glass' | 'behaviour'

/** What the rules of a camera ask of the analysis beyond its usual looks. */
export interface RuleNeeds {
  /** Signatures of what people look like, to find the same person again. */
  looks: boolean
  /** Whether people stand or lie. */
  postures: boolean
  /** Zones whose difference from their usual picture is needed. */
  zones: { id: string; points: Area }[]
  capabilities: RuleCapability[]
}

/** One picture of an alarm. */
export interface FactPicture {
  /** The time after the alarm's receipt in milliseconds; null if unknown. */
  offsetMs: number | null
  width: number
  height: number
  /** Whether a detector has looked at the whole picture. A picture that shows the same as another one needs no look. */
  seen: boolean
}

/** One object on one picture. */
export interface Sighting {
  /** Index of the picture in {@link SeenFacts.pictures}. */
  frame: number
  class: string
  /** The detector's name for it, such as `backpack`. */
  label: string
  /** 0–1. */
  score: number
  box: FactBox
  masked: boolean
  /** Whether it is part of the scene, such as a statue. */
  static: boolean
  moved: boolean | null
  /** A signature of what it looks like, compared by the engine; undefined if none was made. At most 64 bytes, as base64. */
  look?: string | undefined
  /** `lying` and `upright` only where that is certain; undefined if nobody looked. */
  posture?: 'upright' | 'lying' | 'unknown' | undefined
}

/** The difference of a zone from its usual picture in the same light. */
export interface ZoneFact {
  /** As in {@link RuleNeeds.zones}. */
  id: string
  /** Null: it cannot be told yet, for example because the usual picture in this light is unknown. */
  differs: boolean | null
}

/** What the detectors of one capability saw. */
export interface CapabilityFact {
  capability: RuleCapability
  /** False: no detector could look, or not at every picture. What was seen until then stands in `sightings`. */
  looked: boolean
  /** All labels that these detectors know. What they do not know, they cannot miss. */
  labels: string[]
  sightings: Pick<Sighting, 'frame' | 'label' | 'score' | 'box'>[]
}

export interface PlateFact {
  text: string
  isSure: boolean
  frame: number
  /** The plate on that picture, if it is known. */
  box?: FactBox | undefined
}

/** What the analysis saw on the pictures of one alarm. */
export interface SeenFacts {
  pictures: FactPicture[]
  sightings: Sighting[]
  /** Null: nobody read plates. `isComplete` is false if some vehicle was not searched. */
  plates: { plates: PlateFact[]; isComplete: boolean } | null
  zones: ZoneFact[]
  capabilities: CapabilityFact[]
  /**
   * The pictures that were looked at turned, which shows who lies, and whether these looks came to their end; undefined if none were wanted.
   * Fewer pictures are turned than are looked at.
   */
  turned?: { frames: number[]; isComplete: boolean } | undefined
  /** Whether all pictures of the alarm could be read and looked at. If not, rules that find nothing could not look. */
  isComplete: boolean
}
