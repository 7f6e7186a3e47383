import { readFileSync } from 'node:fs'
import { decodeMedia } from '../decode/decode-media.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { areaOf, overlapOf } from '../detect/boxes.ts'
import { detect, type Detector } from '../detect/detector.ts'
import { suppress } from '../detect/suppress.ts'
import { placePlates } from '../plates/place-plates.ts'
import type { Plate } from '../plates/plate.ts'
import type { PlateReader } from '../plates/plate-reader.ts'
import { distanceOf } from '../plates/plate-text.ts'
import { readPlates } from '../plates/read-plates.ts'
import type { Box, Detection } from '../types.ts'
import type { LabelledPlate } from './read-plate-manifest.ts'

/** A labelled plate and the result of reading it. */
export interface PlateResult {
  label: LabelledPlate
  /** Whether a region that was chosen for reading covers the plate. Null if the label gives no place. */
  isFound: boolean | null
  /** The plate that was read at the labelled place. If no place is labelled, the plate with the most similar text. */
  plate: Plate | null
  /** Other texts that were read on the picture. */
  others: Plate[]
  /** Milliseconds of finding and reading plates, without the detectors. */
  ms: number
}

/** Lowest score of a vehicle that is searched, as in the filter. */
const VEHICLE_SCORE = 0.15
const SAME_THING = 0.5
/** Share of a plate that a region must cover to count as found, and how much larger than the plate the region may be. */
const COVERED = 0.5
const AREA = 5

async function vehiclesOn(detectors: readonly Detector[], picture: RgbImage): Promise<Detection[]> {
  const seen: Detection[] = []
  for (const detector of detectors) {
    const { sightings } = await detect(detector, picture)
    for (const one of sightings) {
      if (one.class !== 'vehicle' || one.score < VEHICLE_SCORE) continue
      seen.push({ ...one, frame: 0, moved: null, masked: false, static: false, counted: true, model: detector.id })
    }
  }
  return suppress(seen, SAME_THING)
}

function covers(place: Box, plate: Box): boolean {
  return overlapOf(place, plate) >= COVERED * areaOf(plate) && areaOf(place) <= AREA * areaOf(plate)
}

async function findPlaces(reader: PlateReader, picture: RgbImage, vehicles: readonly Detection[]): Promise<Box[]> {
  const places: Box[] = []
  for (const { box } of vehicles) places.push(...(await placePlates(reader, picture, box)))
  return places
}

async function runPlate(
  detectors: readonly Detector[],
  reader: PlateReader,
  label: LabelledPlate,
): Promise<PlateResult> {
  const { frames } = await decodeMedia([{ id: '0', bytes: new Uint8Array(readFileSync(label.file)) }], Infinity)
  const [frame] = frames
  if (frame === undefined) throw new Error(`${label.file} is no picture`)
  const vehicles = await vehiclesOn(detectors, frame.rgb)
  const began = performance.now()
  const { plates, error } = await readPlates(reader, [frame.rgb], vehicles, Infinity)
  const ms = performance.now() - began
  if (error !== null) throw new Error(error)
  if (label.box === null) {
    const [plate = null, ...others] = plates.toSorted(
      (a, b) => distanceOf(a.text, label.text) - distanceOf(b.text, label.text),
    )
    return { label, isFound: null, plate, others, ms }
  }
  const { x, y, width, height } = label.box
  const box = { x: x / frame.width, y: y / frame.height, width: width / frame.width, height: height / frame.height }
  const places = await findPlaces(reader, frame.rgb, vehicles)
  const plate = plates.find(({ readings }) => readings.some((reading) => covers(reading.box, box))) ?? null
  const isFound = places.some((place) => covers(place, box))
  return { label, isFound, plate, others: plates.filter((one) => one !== plate), ms }
}

/** Reads the labelled plates, each picture by itself, and reports after each one. @throws when a picture or the reader fails */
export async function runPlates(
  detectors: readonly Detector[],
  reader: PlateReader,
  labels: readonly LabelledPlate[],
  onDone?: (count: number) => void,
): Promise<PlateResult[]> {
  const results: PlateResult[] = []
  for (const label of labels) {
    results.push(await runPlate(detectors, reader, label))
    onDone?.(results.length)
  }
  return results
}
