import sharp from 'sharp'
import { GLYPHS } from './glyphs.ts'

const WIDTH = 240
const HEIGHT = 88
const INK = '#23304a'
const PAPER = '#f4f5f7'

/** Returns a number from `min` to `max`. Tests pass a deterministic function. */
export type Random = (min: number, max: number) => number

type Point = readonly [number, number]

/** A smooth curve through the points. */
function curve(points: readonly Point[]): string {
  const at = (index: number): Point => points[index] ?? [0, 0]
  const format = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`
  const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
  const inner = points.slice(1, -1).map((point, index, all) => {
    const end = index === all.length - 1 ? at(points.length - 1) : middle(point, all[index + 1] ?? point)
    return `Q${format(point)} ${format(end)}`
  })
  return `M${format(at(0))}${inner.length > 0 ? inner.join('') : `L${format(at(points.length - 1))}`}`
}

const stroke = (path: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${INK}" stroke-width="${width.toFixed(1)}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`

/** One letter: rotated, sheared, stretched, and with each of its points shifted a little. */
function letter(name: string, left: number, room: number, random: Random): string {
  const [angle, shear] = [random(-0.35, 0.35), random(-0.3, 0.3)]
  const [scaleX, scaleY] = [random(1.9, 2.5), random(2.9, 3.7)]
  const [centreX, centreY] = [left + room / 2, HEIGHT / 2 + random(-8, 8)]
  const place = ([x, y]: Point): Point => {
    const [flatX, flatY] = [(x - 5 + random(-0.5, 0.5)) * scaleX, (y - 7 + random(-0.5, 0.5)) * scaleY]
    const leaning = flatX + shear * flatY
    return [
      centreX + leaning * Math.cos(angle) - flatY * Math.sin(angle),
      centreY + leaning * Math.sin(angle) + flatY * Math.cos(angle),
    ]
  }
  const isRound = (line: readonly Point[]): boolean => line.length > 5
  return (GLYPHS[name] ?? [])
    .map((line) => line.map(place))
    .map((line) => {
      const path = isRound(line) ? curve(line) : `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
      return stroke(path, random(3.2, 4.6))
    })
    .join('')
}

/** Lines across the letters, so that they are hard to separate. */
function clutter(random: Random): string {
  const waves = Array.from({ length: 3 }, () =>
    stroke(
      curve(Array.from({ length: 5 }, (_none, step) => [(step * WIDTH) / 4, random(12, HEIGHT - 12)] as const)),
      random(1.4, 2.4),
      0.8,
    ),
  )
  const scratches = Array.from({ length: 14 }, () => {
    const [x, y] = [random(0, WIDTH), random(0, HEIGHT)]
    return stroke(
      `M${x.toFixed(1)} ${y.toFixed(1)}l${random(-14, 14).toFixed(1)} ${random(-14, 14).toFixed(1)}`,
      1.6,
      0.6,
    )
  })
  return [...waves, ...scratches].join('')
}

/**
 * Draws a text of letters of `GLYPHS` that people can read and programs hardly can.
 * @returns a PNG of 240 by 88 pixels, dark on light in every theme
 */
export async function drawCaptcha(text: string, random: Random): Promise<Buffer> {
  const room = (WIDTH - 24) / text.length
  const letters = Array.from(text, (name, index) => letter(name, 12 + index * room, room, random)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${PAPER}"/>${letters}${clutter(random)}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16 }).toBuffer()
}
