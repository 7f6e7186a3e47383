import type { RgbImage } from '../decode/decoded-frame.ts'
import { areaOf, iou } from '../detect/boxes.ts'
import { crop } from '../regions/crop.ts'
import type { Box, Detection } from '../types.ts'
import { placePlates } from './place-plates.ts'
import type { PlateFindings } from './plate.ts'
import { isPlausible } from './plate-text.ts'
import type { PlateReader } from './plate-reader.ts'
import { voteOnPlates, type WeighedReading } from './vote.ts'
import { within } from './within.ts'

/** Narrowest vehicle, in pixels, that is searched. The plate of a narrower one would be ten pixels wide and unreadable. */
const NARROWEST = 60
/** Largest number of vehicles of one alarm that are searched. */
const VEHICLES = 24
/** Two readings of one frame that overlap more belong to one plate, found in the boxes of two vehicles. */
const SAME_PLATE = 0.3

const WITH_PLATES = new Set(['motorcycle'])

/** Vehicles outside masked areas, moving ones first, then the largest. Masked areas must not be analysed. */
function vehiclesIn(detections: readonly Detection[], pictures: readonly RgbImage[]): Detection[] {
  return detections
    .filter((one) => (one.class === 'vehicle' || WITH_PLATES.has(one.label)) && !one.masked)
    .filter((one) => one.box.width * (pictures[one.frame]?.width ?? 0) >= NARROWEST)
    .toSorted((a, b) => Number(b.moved === true) - Number(a.moved === true) || areaOf(b.box) - areaOf(a.box))
    .slice(0, VEHICLES)
}

async function readVehicle(
  reader: PlateReader,
  frame: number,
  picture: RgbImage,
  vehicle: Box,
): Promise<WeighedReading[]> {
  const readings: WeighedReading[] = []
  for (const box of await placePlates(reader, picture, vehicle)) {
    const read = await reader.read(crop(picture, box))
    if (read === undefined || !isPlausible(read.text)) continue
    readings.push({ frame, box, ...read, confidence: Math.min(...read.confidences) })
  }
  return readings
}

/** Keeps the surest reading of each place in each frame. */
function withoutDoubles(readings: readonly WeighedReading[]): WeighedReading[] {
  const kept: WeighedReading[] = []
  for (const one of readings.toSorted((a, b) => b.confidence - a.confidence)) {
    if (!kept.some((other) => other.frame === one.frame && iou(other.box, one.box) > SAME_PLATE)) kept.push(one)
  }
  return kept
}

/**
 * Reads the number plates of the detected vehicles. It never throws. At the deadline it returns the results it has.
 * @param pictures the pictures of the alarm; `Detection.frame` is an index into them
 * @param deadline on the clock of `performance.now()`
 */
export async function readPlates(
  reader: PlateReader,
  pictures: readonly RgbImage[],
  detections: readonly Detection[],
  deadline: number,
): Promise<PlateFindings> {
  const readings: WeighedReading[] = []
  const findings = { isComplete: true, error: null as string | null }
  for (const { frame, box } of vehiclesIn(detections, pictures)) {
    const picture = pictures[frame]
    const left = deadline - performance.now()
    if (picture === undefined) continue
    if (left <= 0) {
      findings.isComplete = false
      break
    }
    try {
      readings.push(...(await within(left, 'Reading plates', readVehicle(reader, frame, picture, box))))
    } catch (error) {
      // Stops after a failure, because it would probably happen again with the next vehicle or delay it too much.
      findings.isComplete = false
      findings.error = error instanceof Error ? error.message : String(error)
      break
    }
  }
  return { plates: voteOnPlates(withoutDoubles(readings)), ...findings }
}
