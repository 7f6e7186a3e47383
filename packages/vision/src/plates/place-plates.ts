import type { RgbImage } from '../decode/decoded-frame.ts'
import { boxWithin } from '../detect/boxes.ts'
import { crop } from '../regions/crop.ts'
import type { Box } from '../types.ts'
import type { PlateReader } from './plate-reader.ts'

/** Margin on each side of a vehicle's box, as a share of the box: detectors cut off bumpers. */
const ROOM = 0.03
/** Largest number of regions that are read on one vehicle. */
const PLACES = 2

const placed = (box: Box, inside: Box): Box => ({
  x: inside.x + box.x * inside.width,
  y: inside.y + box.y * inside.height,
  width: box.width * inside.width,
  height: box.height * inside.height,
})

/** Finds candidate regions for plates on one vehicle of a picture, the likeliest first, in 0–1 coordinates of the picture. */
export async function placePlates(reader: PlateReader, picture: RgbImage, vehicle: Box): Promise<Box[]> {
  const { x, y, width, height } = vehicle
  const [across, down] = [ROOM * width, ROOM * height]
  const around = boxWithin(x - across, y - down, x + width + across, y + height + down)
  if (around === undefined) return []
  const regions = await reader.find(crop(picture, around))
  return regions.slice(0, PLACES).map(({ box }) => placed(box, around))
}
