import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Detector, Seen, Sighting } from '../detect/detector.ts'
import { crop } from '../regions/crop.ts'
import type { AnalysisJob } from '../alarm-analysis.ts'
import type { Box } from '../types.ts'

export const WIDTH = 640
export const HEIGHT = 360

interface Drawn {
  /** The left edge of a bright figure of 30 × 90 pixels whose lower edge is at y = 200. Without it no figure is drawn. */
  figure?: number
  seed: number
}

/** Draws a textured yard with sensor noise, and a figure if requested. `colourDetector` classifies the figure by its colour. */
export async function draw(
  { figure, seed }: Drawn,
  colour: [number, number, number] = [250, 30, 30],
): Promise<Uint8Array> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  let state = seed
  const draws = () => (state = (state * 48271) % 2147483647) / 2147483647
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const inside = figure !== undefined && x >= figure && x < figure + 30 && y >= 110 && y < 200
      const texture = 90 + 40 * ((Math.floor(x / 23) + Math.floor(y / 17)) % 3)
      const noise = (draws() - 0.5) * 10
      for (const channel of [0, 1, 2] as const) {
        const stripes = inside ? colour[channel] * (y % 30 < 22 ? 1 : 0.6) : texture - 12 * channel
        data[(y * WIDTH + x) * 3 + channel] = Math.min(255, Math.max(0, stripes + noise))
      }
    }
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

export const BLUE: [number, number, number] = [30, 30, 250]

export function boundsOf(picture: RgbImage, isPart: (at: number) => boolean): Sighting['box'] | undefined {
  let [left, top, right, bottom] = [picture.width, picture.height, -1, -1]
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      if (!isPart((y * picture.width + x) * 3)) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  }
  if (right < 0) return undefined
  return {
    x: left / picture.width,
    y: top / picture.height,
    width: (right - left) / picture.width,
    height: (bottom - top) / picture.height,
  }
}

/** Creates a detector that reports red figures as persons and blue ones as vehicles, and counts its looks. */
export function colourDetector(score = 0.9): Detector & { taken: number } {
  const detector = {
    id: 'colours',
    version: '1',
    looks: 'parts' as const,
    sees: ['person' as const, 'vehicle' as const],
    taken: 0,
    prepare: async (whole: RgbImage, region?: Box) => async (): Promise<Seen> => {
      detector.taken += 1
      const picture = region === undefined ? whole : crop(whole, region)
      const { data } = picture
      const person = boundsOf(picture, (at) => data[at]! > 130 && data[at + 2]! < 80)
      const vehicle = boundsOf(picture, (at) => data[at + 2]! > 130 && data[at]! < 80)
      const sightings: Sighting[] = [
        ...(person === undefined ? [] : [{ class: 'person' as const, label: 'person', score, box: person }]),
        ...(vehicle === undefined ? [] : [{ class: 'vehicle' as const, label: 'car', score, box: vehicle }]),
      ]
      return { sightings, inferenceMs: 1 }
    },
  }
  return detector
}

export function job(pictures: Uint8Array[], change: Partial<AnalysisJob> = {}): AnalysisJob {
  return {
    media: pictures.map((bytes, index) => ({ id: `m${index}`, bytes, takenOffsetMs: index * 1000 })),
    view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
    memory: null,
    now: new Date('2026-05-01T12:00:00Z'),
    ...change,
  }
}

export const SOFT = { softTimeoutMs: 60_000 }
export const walking = await Promise.all([100, 250, 400].map((figure, index) => draw({ figure, seed: index + 1 })))
export const parked = await Promise.all([1, 2, 3].map((seed) => draw({ figure: 300, seed }, BLUE)))
export const passing = await Promise.all(
  [100, 250, 400].map((figure, index) => draw({ figure, seed: index + 1 }, BLUE)),
)
export const empty = await Promise.all([1, 2, 3].map((seed) => draw({ seed })))
