import type { SceneKind } from '../kinds.ts'
import type { Canvas } from '../raster/canvas.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { drawInsects, drawSpider, drawWeb } from './lens.ts'
import { applyDusk, applyGain, drawCloudShadow, drawHeadlights, drawLamp } from './lighting.ts'
import { drawRain, drawSnow } from './precipitation.ts'

/** The position of a frame in its scene, with its random sources. */
interface Moment {
  /** A random source that gives the same numbers in every frame of the scene. */
  scene: Random
  /** A random source that gives different numbers in each frame. */
  frame: Random
  /** Seconds after the first frame. */
  time: number
  /** The share of the scene that has passed: 0 in the first frame, 1 in the last frame. */
  share: number
}

/** The y of the line at which distant walls meet the ground, in pixels. */
const footOfWalls = (canvas: Canvas, { camera }: Stage): number =>
  canvas.height / 2 - camera.focal * Math.tan(camera.pitch) + canvas.height * 0.1

function sweepHeadlights(canvas: Canvas, stage: Stage, { scene, share }: Moment): void {
  const sweep = scene.chance(0.5) ? 1 - share : share
  const brightness = scene.range(0.7, 1.1)
  // The beams move over the walls or, from a car that turns in, low over the ground.
  const isLow = scene.chance(0.35)
  drawHeadlights(canvas, sweep, {
    y: footOfWalls(canvas, stage) + (isLow ? scene.range(0.12, 0.3) * canvas.height : 0),
    wide: isLow ? scene.range(0.12, 0.2) : scene.range(0.07, 0.13),
    high: isLow ? scene.range(0.05, 0.08) : scene.range(0.1, 0.16),
    apart: scene.range(0.05, 0.1),
    // The ground reflects less light towards the camera than the walls.
    strength: isLow ? 0.55 * brightness : brightness,
  })
}

/** A lamp is switched on or off between two frames, by night or at dusk. */
function switchLamp(canvas: Canvas, stage: Stage, { scene, share }: Moment): void {
  if (!stage.night) applyDusk(canvas, scene.range(0.6, 0.95))
  const startsOn = scene.chance(0.5)
  const isOn = share > scene.range(0.2, 0.8) ? !startsOn : startsOn
  const lamp = { x: scene.range(0.15, 0.85), y: scene.range(0.1, 0.45), reach: scene.range(0.3, 0.6) }
  const strength = scene.range(1.2, 2.4)
  if (isOn) drawLamp(canvas, lamp, strength)
}

/** Changes the light on a parked car: clouds, exposure, dusk, and at night the beams of other cars and the flicker of the lamp. */
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

/** Draws the weather and the light of a kind of scene over a finished picture. */
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
    case 'lights':
      return switchLamp(canvas, stage, moment)
    case 'parked-car':
      return changeLight(canvas, stage, moment)
    default:
      return applyGain(canvas, 1 + frame.range(-0.012, 0.012))
  }
}
