import { castBackground } from './background/cast.ts'
import { buildPlant } from './background/foliage.ts'
import { createLayout } from './background/layouts.ts'
import type { Layout } from './background/layouts.ts'
import { createCamera } from './geometry/camera.ts'
import type { Camera } from './geometry/camera.ts'
import { copyCanvas, createCanvas } from './raster/canvas.ts'
import type { Canvas } from './raster/canvas.ts'
import { drawFigure } from './raster/draw.ts'
import { daylight, infraredLight } from './raster/light.ts'
import type { Light } from './raster/light.ts'
import { drawShadow } from './raster/shadow.ts'
import { createRandom } from './random.ts'

/** The drawn place of one camera, once with its plants and once without them, for scenes in which the plants move. */
export interface Stage {
  camera: Camera
  layout: Layout
  light: Light
  night: boolean
  bare: Canvas
  planted: Canvas
  /** nearest distance at which feet are still in the picture, metres */
  nearest: number
}

/** Draws the plants of a stage in the wind at `time` seconds. */
export function drawPlants(
  canvas: Canvas,
  stage: Pick<Stage, 'camera' | 'layout' | 'light'>,
  gust: number,
  time: number,
): void {
  const far = stage.layout.plants.toSorted((a, b) => b.z - a.z)
  for (const [index, plant] of far.entries()) {
    const meshes = buildPlant(plant, 100 + index, gust, time)
    const placement = { x: plant.x, z: plant.z, heading: 0 }
    drawShadow(canvas, stage.camera, stage.light, meshes, placement)
    drawFigure(canvas, stage.camera, stage.light, meshes, placement)
  }
}

function buildStage(
  seed: number | string,
  width: number,
  height: number,
  night: boolean,
  daytime?: number | string,
): Stage {
  const random = createRandom(`camera ${seed}`)
  const view = random.fork('view')
  const camera = createCamera({
    width,
    height,
    mountHeight: view.range(2.4, 3.1),
    pitchDegrees: view.range(11, 15),
    fieldOfView: view.range(74, 88),
  })
  const layout = createLayout(random.fork('layout'))
  const sky = daytime === undefined ? random.fork('sky') : createRandom(`sky ${daytime}`)
  const light = night
    ? infraredLight()
    : daylight(sky.range(-1.2, 1.2), sky.range(0.6, 1), sky.chance(0.4) ? 1 : sky.range(0.1, 0.5))
  const bare = createCanvas(width, height)
  castBackground(bare, camera, light, layout)
  const planted = copyCanvas(bare)
  drawPlants(planted, { camera, layout, light }, 0, 0)
  const lowest = camera.pitch + Math.atan(height / 2 / camera.focal)
  return { camera, layout, light, night, bare, planted, nearest: camera.mountHeight / Math.tan(lowest) }
}

// A stage of 1280 × 720 takes 14 MB and longer to draw than all frames of an alarm, so a few are cached.
const KEPT = 12
const stages = new Map<string, Stage>()

/**
 * The place of a camera seed, drawn once and cached while it is among the last twelve used. `sky` chooses its daylight.
 */
export function getStage(
  seed: number | string,
  width: number,
  height: number,
  night: boolean,
  sky?: number | string,
): Stage {
  const key = JSON.stringify([seed, width, height, night, sky])
  const stage = stages.get(key) ?? buildStage(seed, width, height, night, sky)
  stages.delete(key)
  stages.set(key, stage)
  const [oldest] = stages.keys()
  if (stages.size > KEPT && oldest !== undefined) stages.delete(oldest)
  return stage
}
