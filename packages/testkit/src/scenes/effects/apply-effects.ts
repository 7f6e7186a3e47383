import type { SceneKind } from '../kinds.ts'
import type { Canvas } from '../raster/canvas.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { drawInsects, drawSpider, drawWeb } from './lens.ts'
import { applyDusk, applyGain, drawCloudShadow, drawHeadlights } from './lighting.ts'
import { drawRain, drawSnow } from './precipitation.ts'

/** A frame's place in its scene. */
interface Moment {
  /** A source that gives the same numbers in every frame of the scene. */
  scene: Random
  /** One of the frame's own. */
  frame: Random
  /** Seconds after the first frame. */
  time: number
  /** 0 the first frame, 1 the last. */
  share: number
}

/** Height of the line where walls meet the ground far off, pixels. */
const footOfWalls = (canvas: Canvas, { camera }: Stage): number =>
  canvas.height / 2 - camera.focal * Math.tan(camera.pitch) + canvas.height * 0.1

function sweepHeadlights(canvas: Canvas, stage: Stage, { scene, share }: Moment): void {
  const sweep = scene.chance(0.5) ? 1 - share : share
  const brightness = scene.range(0.7, 1.1)
  // Over the walls, or flat over the ground from a car that turns in.
  const isLow = scene.chance(0.35)
  drawHeadlights(canvas, sweep, {
    y: footOfWalls(canvas, stage) + (isLow ? scene.range(0.12, 0.3) * canvas.height : 0),
    wide: isLow ? scene.range(0.12, 0.2) : scene.range(0.07, 0.13),
    high: isLow ? scene.range(0.05, 0.08) : scene.range(0.1, 0.16),
    apart: scene.range(0.05, 0.1),
    // Light on the ground is reflected less towards the camera.
    strength: isLow ? 0.55 * brightness : brightness,
  })
}

/** What light does over a parked car: clouds, exposure, dusk, and by night other cars' beams and the lamp's own flicker. */
function changeLight(canvas: Canvas, stage: Stage, moment: Moment): void {
  const { scene, time } = moment
  const kind = scene.pick(stage.night ? (['exposure', 'beams'] as const) : (['exposure', 'clouds', 'dusk'] as const))
  if (kind === 'beams') return sweepHeadlights(canvas, stage, moment)
  if (kind === 'clouds') return driftClouds(canvas, moment)
  if (kind === 'dusk') applyDusk(canvas, scene.range(0.5, 0.95))
  applyGain(canvas, 1 + 0.16 * Math.sin(time * scene.range(0.5, 1.4) + scene.range(0, 6)))
}

function driftClouds(canvas: Canvas, { scene, time }: Moment): void {
  drawCloudShadow(canvas, scene.range(0, 5) + time * scene.range(0.12, 0.25), scene.range(0, 50))
}

/** The weather and the light of a kind, over a finished picture. */
export function applyEffects(kind: SceneKind, canvas: Canvas, stage: Stage, moment: Moment): void {
  const { scene, frame, time } = moment
  switch (kind) {
    case 'rain':
      return drawRain(canvas, scene, frame, stage.night)
    case 'snow':
      return drawSnow(canvas, scene, frame, stage.night)
    case 'spider':
      return drawSpider(canvas, scene, time, stage.night)
    case 'web':
      return drawWeb(canvas, scene, time, stage.night)
    case 'insects':
      return drawInsects(canvas, scene, frame, stage.night)
    case 'shadow':
      return driftClouds(canvas, moment)
    case 'headlights':
      return sweepHeadlights(canvas, stage, moment)
    case 'parked-car':
      return changeLight(canvas, stage, moment)
    default:
      return applyGain(canvas, 1 + frame.range(-0.012, 0.012))
  }
}
