import sharp from 'sharp'
import { isTooLarge } from '../decode/is-too-large.ts'
import { LIMITS } from '../limits.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { AnnotateJob, Detection } from '../types.ts'
import { drawText, fillRectangle, GLYPH_HEIGHT, textWidth } from './draw.ts'
import type { Colour } from './draw.ts'

const COLOURS: Record<Detection['class'], Colour> = {
  person: [229, 57, 53],
  vehicle: [30, 136, 229],
  cycle: [0, 172, 193],
  animal: [124, 179, 66],
  bag: [251, 140, 0],
  other: [158, 158, 158],
}
const WHITE: Colour = [255, 255, 255]

function drawDetection(image: RgbImage, detection: Detection): void {
  const colour = detection.counted ? COLOURS[detection.class] : COLOURS.other
  const unit = Math.max(1, Math.round(image.width / 480))
  const line = unit * (detection.counted ? 2 : 1)
  const left = Math.round(detection.box.x * image.width)
  const top = Math.round(detection.box.y * image.height)
  const right = Math.round((detection.box.x + detection.box.width) * image.width)
  const bottom = Math.round((detection.box.y + detection.box.height) * image.height)
  fillRectangle(image, { left, top, right, bottom: top + line }, colour)
  fillRectangle(image, { left, top: bottom - line, right, bottom }, colour)
  fillRectangle(image, { left, top, right: left + line, bottom }, colour)
  fillRectangle(image, { left: right - line, top, right, bottom }, colour)

  const text = `${detection.class} ${Math.round(detection.score * 100)}%`.toUpperCase()
  const height = (GLYPH_HEIGHT + 4) * unit
  const labelTop = top >= height ? top - height : top
  const labelLeft = Math.max(0, Math.min(left, image.width - (textWidth(text) + 4) * unit))
  fillRectangle(
    image,
    { left: labelLeft, top: labelTop, right: labelLeft + (textWidth(text) + 4) * unit, bottom: labelTop + height },
    colour,
  )
  drawText(image, text, labelLeft + 2 * unit, labelTop + 2 * unit, unit, WHITE)
}

/**
 * Draws the boxes over a picture, the counted ones last and in colour. Returns a JPEG without metadata; throws when it cannot be read.
 * Without boxes the picture is only redrawn.
 */
export async function annotate(job: AnnotateJob): Promise<Uint8Array> {
  const side = Math.min(job.maxSide ?? LIMITS.workingSide, LIMITS.shownSide)
  const { width, height } = await sharp(job.jpeg, { limitInputPixels: false }).metadata()
  if (isTooLarge(width, height)) throw new Error('too many pixels')
  const { data, info } = await sharp(job.jpeg, { limitInputPixels: LIMITS.pixels, failOn: 'none', autoOrient: true })
    .timeout({ seconds: LIMITS.stillSeconds })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const image: RgbImage = { width: info.width, height: info.height, data }
  const ordered = job.detections.toSorted((a, b) => Number(a.counted) - Number(b.counted) || a.score - b.score)
  for (const detection of ordered) drawDetection(image, detection)
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
