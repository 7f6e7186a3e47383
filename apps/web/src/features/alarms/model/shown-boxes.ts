import type { Alarm } from '@winnow/contract'
import { sightings, type Sightings } from '@winnow/domain'
import type { EditedBox } from './box-editor.ts'

type Detection = Alarm['detections'][number]
type Drawn = Pick<Alarm, 'detections' | 'reasons' | 'boxesRemoved'>

/** Whether a person has drawn the box. Such boxes are shown also where those of the analysis were removed. */
const isDrawn = ({ setBy }: Detection): boolean => setBy !== undefined

/**
 * Divides the boxes of an alarm into those that support it, doubted ones and guesses. Boxes that people have drawn stand, and are left out
 * of the comparison of scores: they have the highest score, beside which boxes of other pictures would look like guesses.
 */
export function shownSightings({ detections, reasons, boxesRemoved }: Drawn): Sightings<Detection> {
  const found = boxesRemoved ? [] : detections.filter((detection) => !isDrawn(detection))
  const { stands, doubted, faint } = sightings({ detections: found, reasons })
  return { stands: [...detections.filter(isDrawn), ...stands], doubted, faint }
}

const editable = ({ class: name, box }: Detection): Omit<EditedBox, 'id'> => ({ class: name, box })

/** The boxes of a picture with which editing begins: those that are shown, without guesses. */
export function boxesToEdit(alarm: Drawn, position: number): Omit<EditedBox, 'id'>[] {
  const { stands, doubted } = shownSightings(alarm)
  return [...stands, ...doubted].filter(({ frame }) => frame === position).map(editable)
}

/** The boxes that people have drawn on a picture; null if it has those of the analysis. */
export function drawnBoxes({ detections, frames }: Alarm, position: number): Omit<EditedBox, 'id'>[] | null {
  const isSet = frames.some((frame) => frame.position === position && frame.boxesSet !== undefined)
  return isSet ? detections.filter((each) => each.frame === position && isDrawn(each)).map(editable) : null
}
