import { planTransform } from './fft.ts'
import type { Complex } from './fft.ts'
import type { GreyImage } from './grey-image.ts'

const SIDE = 128
const transform = planTransform(SIDE)
/** The Hann window. It fades the picture out towards its edges, because opposite edges do not match. */
const HANN = Float64Array.from(
  { length: SIDE },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / SIDE),
)
/** The largest camera shake that is removed, in pixels of the grey picture (480 wide). A larger shift means that the camera turned. */
const MAX_SHIFT = 16
/** The share to which a shift must reduce the difference between two pictures to be applied. */
const MUST_IMPROVE = 0.93
const STEP = 3

/** The whole pixels by which a picture is shifted right (x) and down (y) relative to another picture. */
export interface Shift {
  x: number
  y: number
}

/** Returns the Fourier transform of the picture's centre at half size, with a Hann window. Undefined if the picture is too small. */
function spectrumOf(image: GreyImage): Complex | undefined {
  const { width, height, data } = image
  if (width < 2 * SIDE || height < SIDE) return undefined
  const scaleY = height >= 2 * SIDE ? 2 : height / SIDE
  const left = Math.floor((width - 2 * SIDE) / 2)
  const top = Math.floor((height - scaleY * SIDE) / 2)
  const spectrum = { re: new Float64Array(SIDE * SIDE), im: new Float64Array(SIDE * SIDE) }
  let mean = 0
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const at = (top + Math.floor(y * scaleY)) * width + left + 2 * x
      const below = at + width < data.length ? at + width : at
      const value = (data[at]! + data[at + 1]! + data[below]! + data[below + 1]!) / 4
      spectrum.re[y * SIDE + x] = value
      mean += value / SIDE ** 2
    }
  }
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1)
      spectrum.re[y * SIDE + x] = (spectrum.re[y * SIDE + x]! - mean) * HANN[x]! * HANN[y]!
  }
  transform(spectrum, 'forward')
  return spectrum
}

/** Returns the peak of the phase correlation (Kuglin and Hines 1975), in pixels of the full grey picture. */
function correlate(reference: Complex, other: Complex, scaleY: number): Shift {
  const product = { re: new Float64Array(SIDE * SIDE), im: new Float64Array(SIDE * SIDE) }
  for (let index = 0; index < SIDE * SIDE; index += 1) {
    const re = other.re[index]! * reference.re[index]! + other.im[index]! * reference.im[index]!
    const im = other.im[index]! * reference.re[index]! - other.re[index]! * reference.im[index]!
    const length = Math.sqrt(re * re + im * im) || 1
    product.re[index] = re / length
    product.im[index] = im / length
  }
  transform(product, 'inverse')
  let peak = 0
  for (let index = 1; index < SIDE * SIDE; index += 1) if (product.re[index]! > product.re[peak]!) peak = index
  const signed = (value: number) => (value >= SIDE / 2 ? value - SIDE : value)
  return { x: signed(peak % SIDE) * 2, y: Math.round(signed(Math.floor(peak / SIDE)) * scaleY) }
}

/**
 * Returns the mean difference between the reference and a picture that is shifted back. Ignores the border that a shake can reach. Returns
 * Infinity if the difference exceeds `limit`.
 */
function misfit(reference: GreyImage, other: GreyImage, shift: Shift, limit: number): number {
  const { width, height } = reference
  const border = MAX_SHIFT + 1
  const steps = (length: number) => Math.max(0, Math.ceil((length - 2 * border) / STEP))
  const count = steps(width) * steps(height)
  let sum = 0
  for (let y = border; y < height - border; y += STEP) {
    for (let x = border; x < width - border; x += STEP)
      sum += Math.abs(reference.data[y * width + x]! - other.data[(y + shift.y) * width + x + shift.x]!)
    if (sum >= limit * count) return Infinity
  }
  return count === 0 ? Infinity : sum / count
}

/**
 * Creates a function that finds the shift of a picture relative to the reference. The shift is 0, 0 if no shift explains the difference.
 */
export function createShiftFinder(reference: GreyImage): (other: GreyImage) => Shift {
  const still = { x: 0, y: 0 }
  const base = spectrumOf(reference)
  if (base === undefined) return () => still
  const scaleY = reference.height >= 2 * SIDE ? 2 : reference.height / SIDE
  return (other) => {
    const before = misfit(reference, other, still, Infinity)
    if (before < 1) return still
    const spectrum = spectrumOf(other)
    if (spectrum === undefined) return still
    const coarse = correlate(base, spectrum, scaleY)
    let best = { shift: still, misfit: before * MUST_IMPROVE }
    for (let dy = -2; dy <= 2; dy += 1) {
      for (let dx = -2; dx <= 2; dx += 1) {
        const shift = { x: coarse.x + dx, y: coarse.y + dy }
        if (Math.max(Math.abs(shift.x), Math.abs(shift.y)) > MAX_SHIFT) continue
        const after = misfit(reference, other, shift, best.misfit)
        if (after < best.misfit) best = { shift, misfit: after }
      }
    }
    return best.shift
  }
}

/** Shifts a picture back. Pixels from outside the picture repeat its edge. */
export function undoShift(image: GreyImage, shift: Shift): GreyImage {
  if (shift.x === 0 && shift.y === 0) return image
  const { width, height, data } = image
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(height - 1, Math.max(0, y + shift.y)) * width
    for (let x = 0; x < width; x += 1) out[y * width + x] = data[row + Math.min(width - 1, Math.max(0, x + shift.x))]!
  }
  return { width, height, data: out }
}
