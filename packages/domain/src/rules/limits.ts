const SECOND = 1_000

/** The limits of the engine. */
export const RULE_ENGINE = {
  /** The score from which an object is counted. Weaker ones are guesses. */
  score: 0.4,
  /** The score from which what a detector of a capability saw is taken as seen. */
  capabilityScore: 0.5,
  /** Two looks further apart than this say nothing about the time between them. */
  gapMs: 60 * SECOND,
  /** The number of looks that a crowd needs. */
  crowdLooks: 3,
  /** The likeness from which two people at the same place, or at different places, are one. */
  sameLook: { here: 0.75, elsewhere: 0.85 },
  /** How far somebody can get within a gap, in heights of their box and second, and in all. */
  reach: { perSecond: 1.5, most: 8 },
  /** The overlap from which two boxes are the same place. */
  samePlace: 0.4,
  /** The overlap from which somebody who lies on two pictures is the same. */
  lyingPlace: 0.2,
  /** Somebody within this many heights of their own box is with a bag. */
  nearby: 1.2,
  /** The smallest head of which one can tell what it wears, in pixels, and the height of a person in heads. */
  head: { pixels: 40, perPerson: 7 },
  /** What is kept of people ends after the longest period and this gap; all else after this time. */
  memoryMs: 3_600 * SECOND,
  memoryBytes: 20_000,
  /** Boxes that a finding names. */
  boxes: 20,
} as const
