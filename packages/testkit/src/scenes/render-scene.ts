import sharp from 'sharp'
import { drawClock } from './effects/clock-overlay.ts'
import { drawSpider } from './effects/lens.ts'
import { applyGain, drawCloudShadow, drawHeadlights } from './effects/lighting.ts'
import { drawRain, drawSnow } from './effects/precipitation.ts'
import { applySensor } from './effects/sensor.ts'
import type { SceneKind, SceneObject } from './kinds.ts'
import { copyCanvas } from './raster/canvas.ts'
import type { Canvas, PixelBox } from './raster/canvas.ts'
import { drawFigure } from './raster/draw.ts'
import { drawShadow } from './raster/shadow.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { writeScript } from './script.ts'
import { drawPlants, getStage } from './stage.ts'
import type { Stage } from './stage.ts'

/** What to draw. Equal options give equal bytes. */
export interface SceneOptions {
  kind: SceneKind
  /** varies what happens: who walks where, in which clothes */
  seed: number
  /** a person in a scene of another kind, as one who walks through the rain */
  alongside?: Extract<SceneKind, `person-${string}`>
  /** chooses the place; alarms of one camera share it (default 1) */
  camera?: number | string
  /** default 4 */
  frames?: number
  /** between frames, default 1000 */
  intervalMs?: number
  /** default 1280 × 720 */
  width?: number
  height?: number
  /** infrared picture; headlights are always so */
  night?: boolean
  /** burns this time (plus each frame's offset) into the corner */
  clockOverlay?: Date
  /** JPEG quality, default 80 */
  quality?: number
}

/** One picture of a scene; `at` in milliseconds after the first. */
export interface SceneFrame {
  jpeg: Buffer
  at: number
  objects: SceneObject[]
}

function toObject(kind: SceneObject['class'], box: PixelBox, canvas: Canvas): SceneObject {
  return {
    class: kind,
    box: {
      x: box.left / canvas.width,
      y: box.top / canvas.height,
      width: (box.right - box.left) / canvas.width,
      height: (box.bottom - box.top) / canvas.height,
    },
  }
}

/** The weather and the light of a kind, over a finished picture. `steady` must give the same numbers in every frame of a scene. */
function applyEffects(
  kind: SceneKind,
  canvas: Canvas,
  stage: Stage,
  steady: () => Random,
  frame: Random,
  time: number,
  share: number,
): void {
  const random = steady()
  switch (kind) {
    case 'rain':
      return drawRain(canvas, frame, stage.night)
    case 'snow':
      return drawSnow(canvas, frame, stage.night)
    case 'spider':
      return drawSpider(canvas, random, time, stage.night)
    case 'shadow':
      return drawCloudShadow(canvas, random.range(0, 5) + time * random.range(0.12, 0.25), random.range(0, 50))
    case 'headlights': {
      const horizon = canvas.height / 2 - stage.camera.focal * Math.tan(stage.camera.pitch) + canvas.height * 0.1
      const reverse = random.chance(0.5)
      return drawHeadlights(canvas, reverse ? 1 - share : share, horizon, random.range(0.7, 1.1))
    }
    case 'parked-car':
      return applyGain(canvas, 1 + 0.16 * Math.sin(time * random.range(0.5, 1.4) + random.range(0, 6)))
    default:
      return applyGain(canvas, 1 + frame.range(-0.012, 0.012))
  }
}

/** Draws a scene as a fixed camera would send it: its frames as JPEG with what they show. */
export async function renderScene(options: SceneOptions): Promise<SceneFrame[]> {
  const { kind, seed, camera = 1, frames = 4, intervalMs = 1000, width = 1280, height = 720, quality = 80 } = options
  const night = options.night ?? kind === 'headlights'
  const stage = getStage(camera, width, height, night)
  const random = createRandom(`${kind} ${seed} ${camera}`)
  const duration = ((frames - 1) * intervalMs) / 1000
  const script = writeScript(kind, stage, random.fork('script'), duration)
  const companion =
    options.alongside === undefined
      ? () => []
      : writeScript(options.alongside, stage, random.fork('alongside'), duration)
  const gust = kind === 'wind' ? random.range(0.7, 1) : 0
  const result: SceneFrame[] = []
  for (let index = 0; index < frames; index++) {
    const at = index * intervalMs
    const time = at / 1000
    const canvas = copyCanvas(gust > 0 ? stage.bare : stage.planted)
    if (gust > 0) drawPlants(canvas, stage, gust, time + random.fork('gust').range(0, 20))
    const actors = [...script(time), ...companion(time)].toSorted((a, b) => b.placement.z - a.placement.z)
    const objects: SceneObject[] = []
    for (const actor of actors) drawShadow(canvas, stage.camera, stage.light, actor.meshes, actor.placement)
    for (const actor of actors) {
      const box = drawFigure(canvas, stage.camera, stage.light, actor.meshes, actor.placement)
      if (box) objects.push(toObject(actor.class, box, canvas))
    }
    const share = frames > 1 ? index / (frames - 1) : 0.5
    applyEffects(kind, canvas, stage, () => random.fork('effect'), random.fork(`frame ${index}`), time, share)
    applySensor(canvas, random.fork(`sensor ${index}`), night ? 4.2 : 2.1, night)
    if (options.clockOverlay) drawClock(canvas, new Date(options.clockOverlay.getTime() + at))
    const jpeg = await sharp(canvas.rgb, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    result.push({ jpeg, at, objects })
  }
  return result
}
