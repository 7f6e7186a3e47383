import { decidedClass, unwantedClass, type Doubt, type GivenReason } from './doubt.ts'

/** The minimum score of a detection, as a share of the strongest score. Weaker detections only repeat the strongest one, or are guesses. */
const STRONG = 0.5
/** The difference up to which two scores are the same. Scores in reasons have three decimals. */
const SAME_SCORE = 0.001

interface Sighting {
  frame: number
  class: string
  score: number
  counted: boolean
  doubt: Doubt | null
}

/**
 * The detections of an alarm. `stands`: those that support it; `doubted`: doubted ones that are worth showing; `faint`: guesses to hide.
 */
export interface Sightings<T> {
  stands: T[]
  doubted: T[]
  faint: T[]
}

const strongest = (all: readonly Sighting[]): number => Math.max(0, ...all.map(({ score }) => score))

/** Whether a detection is the decisive one, for which the reasons pass the alarm on. */
function isDecisive(thing: Sighting, reasons: readonly GivenReason[]): boolean {
  return reasons.some(
    (reason) =>
      decidedClass(reason) === thing.class &&
      reason.params?.['frame'] === thing.frame &&
      Math.abs(Number(reason.params['score']) - thing.score) <= SAME_SCORE,
  )
}

/**
 * Divides the detections of an alarm in agreement with its reasons. The decisive detection is always in `stands`, and a doubted one never
 * is. A detection of an unwanted class is in `doubted` if the reasons name that class.
 */
export function sightings<T extends Sighting>({
  detections,
  reasons,
}: {
  detections: readonly T[]
  reasons: readonly GivenReason[]
}): Sightings<T> {
  const weighed = detections.filter((thing) => thing.counted)
  const least = {
    stands: STRONG * strongest(weighed.filter((thing) => thing.doubt === null)),
    doubted: STRONG * strongest(weighed),
  }
  const unwanted = new Set(reasons.map(unwantedClass))
  const named = (thing: Sighting) => unwanted.has(thing.class) && thing.doubt === 'unwanted'
  const layerOf = (thing: T): keyof Sightings<T> => {
    if (thing.doubt === null) return isDecisive(thing, reasons) || thing.score >= least.stands ? 'stands' : 'faint'
    if (thing.doubt === 'unwanted') {
      const alike = detections.filter((other) => named(other) && other.class === thing.class)
      return named(thing) && thing.score >= STRONG * strongest(alike) ? 'doubted' : 'faint'
    }
    if (thing.doubt === 'masked' || thing.doubt === 'static') return 'doubted'
    return thing.score >= least.doubted ? 'doubted' : 'faint'
  }
  const parts = Object.groupBy(detections, layerOf)
  return { stands: parts.stands ?? [], doubted: parts.doubted ?? [], faint: parts.faint ?? [] }
}

/**
 * Returns the classes shown with an alarm: first the decisive class, then the classes of the other detections that support the alarm. If no
 * reason is decisive, these are the unwanted classes that the reasons name.
 */
export function shownClasses(alarm: { detections: readonly Sighting[]; reasons: readonly GivenReason[] }): string[] {
  const decided = alarm.reasons.flatMap((reason) => decidedClass(reason) ?? [])
  if (decided.length > 0) return [...new Set([...decided, ...sightings(alarm).stands.map((thing) => thing.class)])]
  return [...new Set(alarm.reasons.flatMap((reason) => unwantedClass(reason) ?? []))]
}

/**
 * Returns the position of the picture to show first. This is the picture with the decisive detection, otherwise the one with the strongest
 * detection that supports the alarm, otherwise the one with the strongest doubted detection. Without these, it is the first picture with
 * motion, or the first picture. Undefined if there is no picture.
 */
export function shownFrame(alarm: {
  frames: readonly { position: number; url: string | null; motion: readonly unknown[] }[]
  detections: readonly Sighting[]
  reasons: readonly GivenReason[]
}): number | undefined {
  const shown = alarm.frames.filter(({ url }) => url !== null).toSorted((a, b) => a.position - b.position)
  const { stands, doubted } = sightings(alarm)
  const rank = (thing: Sighting) => (isDecisive(thing, alarm.reasons) ? 2 : thing.doubt === null ? 1 : 0)
  const [best] = [...stands, ...doubted]
    .filter(({ frame }) => shown.some(({ position }) => position === frame))
    .toSorted((a, b) => rank(b) - rank(a) || b.score - a.score)
  return best?.frame ?? (shown.find(({ motion }) => motion.length > 0) ?? shown[0])?.position
}
