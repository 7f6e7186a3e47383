import type { GreyImage } from '../motion/grey-image.ts'
import type { Reason } from '../reasons.ts'
import { brightLevel } from './bright-level.ts'

// The labelled footage, night and heat included, stays above 82, 18 and 39 of these three; each limit keeps a wide distance.

/** The 98th percentile of brightness below which nobody could be seen, in grey levels. */
const DARK = 18
/** Spread of brightness (standard deviation) below which a picture is one even surface: a lens covered, or no signal. */
const FLAT = 4
/** Mean of squared Laplacians below which a picture has no edge left. */
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
  // Iterators of typed arrays make an object for each number, which costs more than all else here.
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
 * Says when a camera shows nothing to judge by. Only what holds for every picture counts: headlights blind a camera for one frame
 * and let it see on the next. A heat picture may be dark and soft, so there only an even surface speaks.
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
