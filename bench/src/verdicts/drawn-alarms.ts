import { renderScene, type SceneKind } from '@winnow/testkit'

const KINDS: readonly SceneKind[] = ['wind', 'person-walking', 'empty', 'headlights', 'car-arriving', 'rain']
const FRAMES = 3

/** Draws the pictures of some true and false alarms, in the sizes of cameras with D1 or 720p. */
export async function drawAlarms(): Promise<Buffer[][]> {
  const alarms: Buffer[][] = []
  for (const [index, kind] of KINDS.entries()) {
    const [width, height] = index % 2 === 0 ? [704, 576] : [1280, 720]
    const frames = await renderScene({ kind, seed: index, camera: index, frames: FRAMES, width, height })
    alarms.push(frames.map(({ jpeg }) => jpeg))
  }
  return alarms
}
