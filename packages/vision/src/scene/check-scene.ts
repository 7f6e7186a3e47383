import type { GreyImage } from '../motion/grey-image.ts'
import type { Reason } from '../reasons.ts'
import { brightLevel } from './bright-level.ts'

// In the labelled pictures, including night and thermal pictures, these three figures are at least 82, 18 and 39. The limits are far below.

/** The brightness (98th percentile, in grey levels) below which a person would not be visible. */
const DARK = 18
/** The standard deviation of brightness below which a picture is uniform: the lens is covered, or there is no signal. */
const FLAT = 4
/** The mean of squared Laplacians below which a picture has no sharp edge. */
const BLURRED = 4

/** Brightness figures of a picture. */
interface SceneFigures {
  bright: number
  spread: number
  sharpness: number
}

/** Measures a grey picture that was not blurred. */
function measureScene(image: GreyImage): SceneFigures {
  const { width, height, data } = image
  let sum = 0
  let squares = 0
  // An indexed loop, because iterators of typed arrays create an object for each number, which takes longer than the calculation.
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at]!
    sum += value
    squares += value * value
  }
  const mean = sum / data.length
  let edges = 0
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x
      const laplacian = 4 * data[at]! - data[at - 1]! - data[at + 1]! - data[at - width]! - data[at + width]!
      edges += laplacian * laplacian
    }
  }
  return {
    bright: brightLevel(image),
    spread: Math.sqrt(Math.max(0, squares / data.length - mean * mean)),
    sharpness: edges / Math.max(1, ((width - 2) * (height - 2)) / 4),
  }
}

/**
 * Reports if a camera shows a scene that cannot be judged. A finding must hold for every picture, because headlights may blind a camera for
 * one frame only. A thermal picture may be dark and soft, so only a uniform one is reported.
 */
export function checkScene(images: readonly GreyImage[], isThermal: boolean): Reason[] {
  const figures = images.map(measureScene)
  if (figures.length === 0) return []
  if (figures.every((one) => one.spread < FLAT)) {
    return [{ code: !isThermal && figures.every((one) => one.bright < DARK) ? 'scene-dark' : 'scene-covered' }]
  }
  if (isThermal) return []
  if (figures.every((one) => one.bright < DARK)) return [{ code: 'scene-dark' }]
  if (figures.every((one) => one.sharpness < BLURRED)) return [{ code: 'scene-blurred' }]
  return []
}
