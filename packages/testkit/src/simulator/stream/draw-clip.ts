import sharp from 'sharp'
import { createRandom } from '../../scenes/random.ts'
import { renderScene, type SceneOptions } from '../../scenes/render-scene.ts'
import { writeScript } from '../../scenes/script.ts'
import { getStage } from '../../scenes/stage.ts'
import { CLIP_PARTS, type ClipPart, PART_NAMES, STREAM_RATE, STREAM_SIZE } from './clip-parts.ts'

/** The place that the camera looks at. */
const CAMERA = 8
/** Seconds that somebody would need through the middle of the picture; before and after they come from outside and leave. */
const MIDDLE_SECONDS = 4

/** What moves in each part. Seeds are chosen by how it looks. */
const MOVES: Readonly<Record<ClipPart, Pick<SceneOptions, 'kind' | 'seed'>>> = {
  quiet: { kind: 'empty', seed: 1 },
  person: { kind: 'person-walking', seed: 5 },
  cat: { kind: 'cat', seed: 3 },
  car: { kind: 'car-passing', seed: 2 },
  spider: { kind: 'spider', seed: 4 },
}

/** A picture as bytes of red, green and blue. */
interface DrawnPicture {
  width: number
  height: number
  data: Buffer
}

/** The options of a part's scene. What walks or drives through comes from outside of the picture and leaves it again. */
function sceneOf(part: ClipPart): SceneOptions {
  const { kind, seed } = MOVES[part]
  const { width, height } = STREAM_SIZE
  const frames = CLIP_PARTS[part]
  const scene = { kind, seed, camera: CAMERA, frames, intervalMs: 1_000 / STREAM_RATE, width, height, quality: 95 }
  if (kind === 'empty' || kind === 'spider') return scene
  const moves = writeScript(kind, getStage(CAMERA, width, height, false), createRandom(`clip ${seed}`), MIDDLE_SECONDS)
  const lead = ((frames - 1) / STREAM_RATE - MIDDLE_SECONDS) / 2
  return { ...scene, script: (time) => moves(time - lead) }
}

/** Draws all pictures of the clip, in order. Equal code gives equal pictures. Those of the quiet part are one picture, so that it needs few bytes. */
export async function drawClip(): Promise<DrawnPicture[]> {
  const pictures: DrawnPicture[] = []
  for (const part of PART_NAMES) {
    const scene = sceneOf(part)
    // oxlint-disable-next-line no-await-in-loop -- one part after the other, in the memory of one
    const frames = await renderScene(part === 'quiet' ? { ...scene, frames: 1 } : scene)
    // oxlint-disable-next-line no-await-in-loop -- as above
    const drawn = await Promise.all(
      frames.map(async ({ jpeg }) => ({ ...STREAM_SIZE, data: await sharp(jpeg).removeAlpha().raw().toBuffer() })),
    )
    pictures.push(
      ...Array.from({ length: CLIP_PARTS[part] }, (_, index) => drawn[index] ?? drawn[0]).flatMap((one) => one ?? []),
    )
  }
  return pictures
}
