import sharp from 'sharp'
import { drawClock } from './effects/clock-overlay.ts'
import type { Script } from './actors.ts'
import { applyEffects } from './effects/apply-effects.ts'
import { applySensor } from './effects/sensor.ts'
import type { PersonKind, SceneKind, SceneObject } from './kinds.ts'
import { copyCanvas } from './raster/canvas.ts'
import type { Canvas, PixelBox } from './raster/canvas.ts'
import { drawFigure } from './raster/draw.ts'
import { drawShadow } from './raster/shadow.ts'
import { createRandom } from './random.ts'
import { broughtNear, movingOff } from './rearrange.ts'
import { writeScript } from './script.ts'
import { drawPlants, getStage } from './stage.ts'

/** Kinds whose effect is an object that stays from alarm to alarm, not weather. */
const HANGING: ReadonlySet<SceneKind> = new Set(['web', 'spider'])

/** The description of a scene to draw. Equal options give equal bytes. */
export interface SceneOptions {
  kind: SceneKind
  /** determines the event, such as a person, their clothes and their path */
  seed: number
  /** a person in a scene of another kind, for example in rain */
  alongside?: PersonKind
  /**
   * the position of that person, if the scene has an object: beside it, or in front of it as seen by the camera
   * (default anywhere)
   */
  near?: 'beside' | 'before'
  /** another alarm of the same scene: standing objects stay, passers-by and other changing things do not */
  take?: number
  /** the standing object moves off */
  leaves?: boolean
  /** chooses the place; alarms of one camera share it (default 1) */
  camera?: number | string
  /** default 4 */
  frames?: number
  /** milliseconds between frames, default 1000 */
  intervalMs?: number
  /** default 1280 × 720 */
  width?: number
  height?: number
  /** infrared picture; by default also with headlights */
  night?: boolean
  /** a seed for sun and clouds, for other daylight than the usual daylight of the camera */
  sky?: number | string
  /** burns this time (plus each frame's offset) into the corner */
  clockOverlay?: Date
  /** what happens, in place of what the kind says */
  script?: Script
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

/** Draws a scene as a fixed camera would send it. Returns its frames as JPEG, with the objects on each. */
export async function renderScene(options: SceneOptions): Promise<SceneFrame[]> {
  const { kind, seed, camera = 1, frames = 4, intervalMs = 1000, width = 1280, height = 720, quality = 80 } = options
  const night = options.night ?? kind === 'headlights'
  const stage = getStage(camera, width, height, night, options.sky)
  const random = createRandom(`${kind} ${seed} ${camera}`)
  const moment = options.take === undefined ? random : random.fork(`take ${options.take}`)
  const duration = ((frames - 1) * intervalMs) / 1000
  const resident = options.script ?? writeScript(kind, stage, random.fork('script'), duration)
  const script = options.leaves ? movingOff(resident) : resident
  const passerBy =
    options.alongside === undefined
      ? () => []
      : writeScript(options.alongside, stage, moment.fork('alongside'), duration)
  const companion = options.near === undefined ? passerBy : broughtNear(passerBy, resident, options.near, duration / 2)
  const gust = kind === 'wind' ? random.range(0.7, 1) : 0
  const result: SceneFrame[] = []
  for (let index = 0; index < frames; index++) {
    const at = index * intervalMs
    const time = at / 1000
    const canvas = copyCanvas(gust > 0 ? stage.bare : stage.planted)
    if (gust > 0) drawPlants(canvas, stage, gust, time + moment.fork('gust').range(0, 20))
    // The nearest actor is drawn first, so that the boxes of the others contain only their visible parts.
    const actors = [...script(time), ...companion(time)].toSorted((a, b) => a.placement.z - b.placement.z)
    const objects: SceneObject[] = []
    for (const actor of actors) drawShadow(canvas, stage.camera, stage.light, actor.meshes, actor.placement)
    for (const actor of actors) {
      const box = drawFigure(canvas, stage.camera, stage.light, actor.meshes, actor.placement)
      if (box && actor.class) objects.push(toObject(actor.class, box, canvas))
    }
    const share = frames > 1 ? index / (frames - 1) : 0.5
    applyEffects(kind, canvas, stage, {
      scene: (HANGING.has(kind) ? random : moment).fork('effect'),
      frame: moment.fork(`frame ${index}`),
      time: kind === 'web' ? time + moment.fork('gust').range(0, 20) : time,
      share,
    })
    applySensor(canvas, moment.fork(`sensor ${index}`), night ? 4.2 : 2.1, night)
    if (options.clockOverlay) drawClock(canvas, new Date(options.clockOverlay.getTime() + at))
    const jpeg = await sharp(canvas.rgb, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    result.push({ jpeg, at, objects })
  }
  return result
}
