import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Sighting } from '../detect/detector.ts'
import type { Box } from '../types.ts'

/** A part of a picture in whole pixels. */
interface PixelArea {
  left: number
  top: number
  width: number
  height: number
}

/** Converts a region to whole pixels. The area is at least one pixel. */
export function pixelsOf(region: Box, picture: { width: number; height: number }): PixelArea {
  const left = Math.min(picture.width - 1, Math.max(0, Math.round(region.x * picture.width)))
  const top = Math.min(picture.height - 1, Math.max(0, Math.round(region.y * picture.height)))
  return {
    left,
    top,
    width: Math.max(1, Math.min(picture.width - left, Math.round(region.width * picture.width))),
    height: Math.max(1, Math.min(picture.height - top, Math.round(region.height * picture.height))),
  }
}

/** Cuts a region out of a picture. The result is at least one pixel. */
export function crop(picture: RgbImage, region: Box): RgbImage {
  const { left, top, width, height } = pixelsOf(region, picture)
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * picture.width + left) * 3
    data.set(picture.data.subarray(from, from + width * 3), y * width * 3)
  }
  return { width, height, data }
}

/** Converts a detection in a crop to coordinates of the whole picture. */
export function fromRegion(sighting: Sighting, region: Box): Sighting {
  const { box } = sighting
  return {
    ...sighting,
    box: {
      x: region.x + box.x * region.width,
      y: region.y + box.y * region.height,
      width: box.width * region.width,
      height: box.height * region.height,
    },
  }
}

/** Whether a box in a crop's coordinates touches an edge that is not the picture's, so that a part of the object is missing. */
export function isCut(box: Box, region: Box): boolean {
  const near = 0.01
  return (
    (box.x < near && region.x > near) ||
    (box.y < near && region.y > near) ||
    (box.x + box.width > 1 - near && region.x + region.width < 1 - near) ||
    (box.y + box.height > 1 - near && region.y + region.height < 1 - near)
  )
}
