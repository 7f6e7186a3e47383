import type { FrameSet } from '../analyse/frame-set.ts'
import { linkDetections } from '../link/link-detections.ts'
import type { PlateFindings } from '../plates/plate.ts'
import type { Box, ColourName, Detection, FoundObject } from '../types.ts'
import { nameColour } from './name-colour.ts'

/** The most objects that are kept of an alarm, the surest first. */
const OBJECTS = 30
/** The score from which an object is kept. */
const LEAST_SCORE = 0.3
/**
 * Parts of a box as shares of its sides: left and right, then top and bottom. Its edges show the surroundings, as does the space between
 * the legs of somebody who walks.
 */
const UPPER = { x: [0.28, 0.72], y: [0.18, 0.48] } as const
const LOWER = { x: [0.36, 0.64], y: [0.5, 0.68] } as const
const BODY = { x: [0.2, 0.8], y: [0.35, 0.75] } as const

type Part = typeof UPPER | typeof LOWER | typeof BODY

const partOf = ({ x, y, width, height }: Box, part: Part): Box => ({
  x: x + width * part.x[0],
  y: y + height * part.y[0],
  width: width * (part.x[1] - part.x[0]),
  height: height * (part.y[1] - part.y[0]),
})

/** What objects are gathered from. */
export interface GatheredFrom {
  /** Each object once per picture and model. */
  detections: readonly Detection[]
  set: Pick<FrameSet, 'frames' | 'light'>
  isThermal: boolean
  plates: PlateFindings | null
}

type Colours = Pick<FoundObject, 'upper' | 'lower'>

/** The colours of an object. Pictures in infrared light and thermal pictures have none. */
function coloursOf({ class: kind, frame, box }: Detection, { set, isThermal }: GatheredFrom): Colours {
  const picture = set.frames[frame]?.rgb
  const none = { upper: null, lower: null }
  if (picture === undefined || isThermal || set.light === 'grey') return none
  const named = (part: Part): ColourName | null => nameColour(picture, partOf(box, part))
  if (kind === 'person') return { upper: named(UPPER), lower: named(LOWER) }
  return kind === 'vehicle' ? { upper: named(BODY), lower: null } : none
}

function isWithin(inner: Box, outer: Box): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height
}

/** The plate that was read on a vehicle, on any picture. */
function plateOf(members: readonly Detection[], plates: PlateFindings | null): FoundObject['plate'] {
  const found = plates?.plates.find(({ readings }) =>
    readings.some(({ frame, box }) => members.some((one) => one.frame === frame && isWithin(box, one.box))),
  )
  return found ? { text: found.text, isSure: found.isSure } : null
}

/**
 * The objects that the pictures of an alarm show, each once, the surest first. What is masked or part of the scene is left out: nobody
 * looks for the car that always stands there.
 */
export function gatherObjects(from: GatheredFrom): FoundObject[] {
  const kept = from.detections.filter((one) => one.score >= LEAST_SCORE && !one.masked && !one.static)
  return linkDetections(kept)
    .slice(0, OBJECTS)
    .flatMap(({ members }): FoundObject[] => {
      const [best] = members
      if (best === undefined) return []
      const { frame, class: kind, label, score, box } = best
      return [
        {
          frame,
          offsetMs: from.set.frames[frame]?.offsetMs ?? null,
          class: kind,
          label,
          score,
          box,
          places: members.map((one) => one.box),
          ...coloursOf(best, from),
          plate: kind === 'vehicle' ? plateOf(members, from.plates) : null,
        },
      ]
    })
}
