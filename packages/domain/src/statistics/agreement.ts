import { proportionInterval, type Proportion } from './proportion.ts'

/** How often two people gave which pair of labels to the same things. */
export interface LabelPairs {
  bothTrue: number
  bothFalse: number
  /** Only the first person said true. */
  firstTrue: number
  secondTrue: number
}

export interface Agreement {
  /** The share of equal labels, with its interval. */
  share: Proportion
  /**
   * Cohen's kappa: how much of the agreement that chance leaves open was reached. 1: all labels are equal; 0: as many as by chance; negative:
   * fewer. Null if both always gave the same one label: then chance alone would have made all labels equal.
   */
  kappa: number | null
}

/**
 * How well two people agree. The share alone is high where nearly all alarms are false, even if nobody looks; kappa takes that into account (J. Cohen,
 * "A coefficient of agreement for nominal scales", 1960).
 * @returns null without any pair
 */
export function agreementOf({ bothTrue, bothFalse, firstTrue, secondTrue }: LabelPairs): Agreement | null {
  const of = bothTrue + bothFalse + firstTrue + secondTrue
  const share = proportionInterval(bothTrue + bothFalse, of)
  if (share === null) return null
  const [first, second] = [(bothTrue + firstTrue) / of, (bothTrue + secondTrue) / of]
  const byChance = first * second + (1 - first) * (1 - second)
  return { share, kappa: byChance === 1 ? null : (share.share - byChance) / (1 - byChance) }
}
