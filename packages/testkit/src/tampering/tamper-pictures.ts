import sharp from 'sharp'
import { toCanvas, toJpeg } from '../pictures/picture-canvas.ts'
import type { Canvas } from '../scenes/raster/canvas.ts'
import { applySensor } from '../scenes/effects/sensor.ts'
import { createRandom } from '../scenes/random.ts'
import type { Random } from '../scenes/random.ts'
import { hangCloth, holdHand, sprayPaint } from './lens-covers.ts'

type Lens =
  | { kind: 'blur'; spread: number }
  | { kind: 'dark'; gain: number }
  | { kind: 'covered'; by: typeof hangCloth }

/**
 * Ways to tamper with a lens. `spread` of a blur is in pixels of a picture that is 1280 pixels wide. The number of a
 * darkness is the share of light that remains.
 */
const LENSES = [
  { name: 'blur-3', kind: 'blur', spread: 3 },
  { name: 'blur-6', kind: 'blur', spread: 6 },
  { name: 'blur-12', kind: 'blur', spread: 12 },
  { name: 'dark-4%', kind: 'dark', gain: 0.04 },
  { name: 'dark-cap', kind: 'dark', gain: 0 },
  { name: 'cloth', kind: 'covered', by: hangCloth },
  { name: 'spray', kind: 'covered', by: sprayPaint },
  { name: 'hand', kind: 'covered', by: holdHand },
] as const satisfies ({ name: string } & Lens)[]

export type LensTampering = (typeof LENSES)[number]['name']

export const LENS_TAMPERINGS: readonly { name: LensTampering; kind: Lens['kind'] }[] = LENSES

/** The turn of a camera: fractions of the picture to the right and down, a zoom factor, and degrees of roll. */
export interface Turn {
  right?: number
  down?: number
  zoom?: number
  degrees?: number
}

/** The share of the original picture that the camera shows. The rest is the room in which it can be turned. */
const WINDOW = 0.66
const SENSOR_NOISE = 1.6

function isGrey(canvas: Canvas): boolean {
  for (let at = 0; at + 2 < canvas.rgb.length; at += 3 * 101)
    if (Math.abs(canvas.rgb[at]! - canvas.rgb[at + 2]!) > 6) return false
  return true
}

/** Removes the colours, because the picture of an infrared camera is grey even under a cover. */
function dropColour({ rgb }: Canvas): void {
  for (let at = 0; at + 2 < rgb.length; at += 3) rgb.fill(rgb[at + 1]!, at, at + 3)
}

function tamper(canvas: Canvas, lens: Lens, random: Random): void {
  if (lens.kind === 'dark') for (let at = 0; at < canvas.rgb.length; at++) canvas.rgb[at] = canvas.rgb[at]! * lens.gain
  if (lens.kind === 'covered') lens.by(canvas, random)
}

/** The pictures of an alarm after tampering with the lens. The sensor's noise is unchanged. */
export async function tamperPictures(
  jpegs: readonly Uint8Array[],
  name: LensTampering,
  seed: number | string,
): Promise<Buffer[]> {
  const lens: Lens | undefined = LENSES.find((one) => one.name === name)
  if (lens === undefined) throw new RangeError(`Nothing known of ${name}`)
  const random = createRandom(`${name} ${seed}`)
  return Promise.all(
    jpegs.map(async (jpeg, index) => {
      const canvas = await toCanvas(jpeg, lens.kind === 'blur' ? lens.spread : 0)
      const grey = isGrey(canvas)
      tamper(canvas, lens, random.fork('lens'))
      if (grey) dropColour(canvas)
      applySensor(canvas, random.fork(`sensor ${index}`), SENSOR_NOISE, grey)
      return toJpeg(canvas)
    }),
  )
}

/** The pictures of a camera that sees the middle two thirds of the originals, after it was turned. */
export async function turnCamera(jpegs: readonly Uint8Array[], turn: Turn): Promise<Buffer[]> {
  const { right = 0, down = 0, zoom = 1, degrees = 0 } = turn
  return Promise.all(
    jpegs.map(async (jpeg) => {
      const { width, height } = await sharp(jpeg).metadata()
      const [wide, high] = [Math.round(width * WINDOW), Math.round(height * WINDOW)]
      const rolled = degrees === 0 ? jpeg : await sharp(jpeg).rotate(degrees).png().toBuffer()
      const whole = await sharp(rolled).metadata()
      const [cutWide, cutHigh] = [Math.round(wide / zoom), Math.round(high / zoom)]
      return sharp(rolled)
        .extract({
          left: clamp((whole.width - cutWide) / 2 + right * wide, whole.width - cutWide),
          top: clamp((whole.height - cutHigh) / 2 + down * high, whole.height - cutHigh),
          width: cutWide,
          height: cutHigh,
        })
        .resize(wide, high, { fit: 'fill' })
        .jpeg({ quality: 85 })
        .toBuffer()
    }),
  )
}

function clamp(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)))
}
