import sharp from 'sharp'
import type { RgbImage } from '../../decode/decoded-frame.ts'
import type { Box } from '../../types.ts'

/** Letters and digits as strokes in a box 50 wide and 100 high, so that the machine's fonts do not matter. */
const STROKES: Record<string, string> = {
  A: 'M0 100 L25 0 L50 100 M9 66 L41 66',
  E: 'M48 6 L6 6 L6 94 L48 94 M6 49 L42 49',
  H: 'M6 0 L6 100 M44 0 L44 100 M6 49 L44 49',
  K: 'M6 0 L6 100 M46 0 L8 54 M20 40 L48 100',
  T: 'M0 6 L50 6 M25 6 L25 100',
  X: 'M2 0 L48 100 M48 0 L2 100',
  4: 'M36 100 L36 4 L4 70 L50 70',
  7: 'M0 6 L46 6 L18 100',
}
const ADVANCE = 72
const PLATE_HEIGHT = 150

/** Where the plate of a drawn vehicle is, in pixels. */
export interface DrawnVehicle {
  jpeg: Uint8Array
  rgb: RgbImage
  /** In 0–1 coordinates of the picture. */
  vehicle: Box
  plate: Box
}

function plateSvg(text: string, ink: string, paper: string): { svg: string; width: number } {
  const width = text.length * ADVANCE + 60
  const characters = Array.from(text, (character, index) => {
    const strokes = STROKES[character]
    if (strokes === undefined) throw new Error(`no strokes for ${character}`)
    return `<path d="${strokes}" transform="translate(${40 + index * ADVANCE} 25)"/>`
  })
  return {
    width,
    svg: `<rect width="${width}" height="${PLATE_HEIGHT}" rx="10" fill="${paper}" stroke="#111" stroke-width="5"/>
      <g fill="none" stroke="${ink}" stroke-width="13">${characters.join('')}</g>`,
  }
}

/**
 * Draws the back of a car with a plate.
 * @param options.characterHeight in pixels
 * @param options.slope how far the plate falls per pixel to the right
 * @param options.blur sigma in pixels
 */
export async function drawVehicle(
  text: string,
  options: { characterHeight: number; slope?: number; blur?: number; isInverted?: boolean; left?: number },
): Promise<DrawnVehicle> {
  const [width, height] = [960, 720]
  const { left = 280 } = options
  const [ink, paper] = options.isInverted ? ['#eee', '#161616'] : ['#181818', '#e8e8e0']
  const { svg, width: plateWidth } = plateSvg(text, ink, paper)
  const scale = options.characterHeight / 100
  const [x, y] = [left + 200 - (plateWidth * scale) / 2, 480]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#7d8a80"/>
    <rect y="520" width="${width}" height="200" fill="#5a5a5c"/>
    <path d="M${left} 600 V400 L${left + 60} 240 H${left + 340} L${left + 400} 400 V600 Z" fill="#355a8c"/>
    <path d="M${left + 60} 390 L${left + 90} 265 H${left + 310} L${left + 340} 390 Z" fill="#1d2733"/>
    <rect x="${left + 10}" y="410" width="60" height="50" fill="#b02020"/>
    <rect x="${left + 330}" y="410" width="60" height="50" fill="#b02020"/>
    <g transform="matrix(${scale} ${scale * (options.slope ?? 0)} 0 ${scale} ${x} ${y})">${svg}</g></svg>`
  let picture = sharp(Buffer.from(drawing)).removeAlpha()
  if (options.blur !== undefined) picture = picture.blur(options.blur)
  const jpeg = await picture.jpeg({ quality: 85 }).toBuffer()
  const data = await sharp(jpeg).raw().toBuffer()
  return {
    jpeg: new Uint8Array(jpeg),
    rgb: { width, height, data: new Uint8Array(data) },
    vehicle: { x: left / width, y: 240 / height, width: 400 / width, height: 360 / height },
    plate: {
      x: x / width,
      y: y / height,
      width: (plateWidth * scale) / width,
      height: (PLATE_HEIGHT * scale) / height,
    },
  }
}
