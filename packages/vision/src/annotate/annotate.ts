import sharp from 'sharp'
import { isTooLarge } from '../decode/is-too-large.ts'
import { LIMITS } from '../limits.ts'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { AnnotateJob, Box, Detection, Doubt } from '../types.ts'
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

/** The text that is drawn after the score of a doubted detection. It is short because a picture has little space. */
const DOUBTS: Record<Doubt, string> = {
  animal: 'DOUBTED: ANIMAL',
  uncertain: 'DOUBTED',
  masked: 'MASKED',
  static: 'PART OF SCENE',
  unwanted: 'NOT WANTED',
}

const isDoubted = ({ counted, doubt }: Detection): boolean => !counted || (doubt ?? null) !== null

/** Fills a line of a box with dashes. The dashes and the spaces between them are `gap` pixels long. */
function fillDashes(image: RgbImage, area: Parameters<typeof fillRectangle>[1], colour: Colour, gap: number): void {
  const isWide = area.right - area.left > area.bottom - area.top
  const [from, to] = isWide ? [area.left, area.right] : [area.top, area.bottom]
  for (let at = from; at < to; at += 2 * gap) {
    const end = Math.min(to, at + gap)
    fillRectangle(image, isWide ? { ...area, left: at, right: end } : { ...area, top: at, bottom: end }, colour)
  }
}

function drawDetection(image: RgbImage, detection: Detection): void {
  const doubted = isDoubted(detection)
  const colour = doubted ? COLOURS.other : COLOURS[detection.class]
  const unit = Math.max(1, Math.round(image.width / 480))
  const line = unit * (doubted ? 1 : 2)
  const left = Math.round(detection.box.x * image.width)
  const top = Math.round(detection.box.y * image.height)
  const right = Math.round((detection.box.x + detection.box.width) * image.width)
  const bottom = Math.round((detection.box.y + detection.box.height) * image.height)
  const lines = [
    { left, top, right, bottom: top + line },
    { left, top: bottom - line, right, bottom },
    { left, top, right: left + line, bottom },
    { left: right - line, top, right, bottom },
  ]
  for (const area of lines)
    if (doubted) fillDashes(image, area, colour, 4 * unit)
    else fillRectangle(image, area, colour)

  const why = detection.doubt ? ` ${DOUBTS[detection.doubt]}` : ''
  const text = `${detection.class} ${Math.round(detection.score * 100)}%${why}`.toUpperCase()
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

/** The size of a picture after the orientation in the file was applied. */
async function uprightSize(jpeg: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(jpeg, { limitInputPixels: false }).metadata()
  return autoOrient
}

/** The pixels of a part of a picture. At least one, whatever the part. */
function areaOf(crop: Box, { width, height }: { width: number; height: number }) {
  const { x, y, width: share, height: part } = crop
  const left = Math.min(width - 1, Math.max(0, Math.floor(x * width)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(y * height)))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(share * width))),
    height: Math.max(1, Math.min(height - top, Math.round(part * height))),
  }
}

/**
 * Draws the boxes of detections on a picture. Detections that support the alarm are drawn in colour, above all others. Doubted detections
 * are drawn in dashed grey with the reason. A crop has no boxes.
 * @throws if the picture cannot be read
 */
export async function drawBoxes(job: AnnotateJob): Promise<RgbImage> {
  const side = Math.min(job.maxSide ?? LIMITS.workingSide, LIMITS.shownSide)
  const { width, height } = await sharp(job.jpeg, { limitInputPixels: false }).metadata()
  if (isTooLarge(width, height)) throw new Error('too many pixels')
  const upright = sharp(job.jpeg, { limitInputPixels: LIMITS.pixels, failOn: 'none', autoOrient: true })
  if (job.crop !== undefined) upright.extract(areaOf(job.crop, await uprightSize(job.jpeg)))
  const { data, info } = await upright
    .timeout({ seconds: LIMITS.stillSeconds })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const image: RgbImage = { width: info.width, height: info.height, data }
  const ordered = job.detections.toSorted((a, b) => Number(isDoubted(b)) - Number(isDoubted(a)) || a.score - b.score)
  for (const detection of ordered) drawDetection(image, detection)
  return image
}

/**
 * The same as a JPEG without metadata. Without boxes the picture is only encoded again.
 * @throws if the picture cannot be read
 */
export async function annotate(job: AnnotateJob): Promise<Uint8Array> {
  const image = await drawBoxes(job)
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
