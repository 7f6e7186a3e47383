import type { createDrawnFiles } from './drawn-files.ts'
import type { PersonKind, SceneKind } from './kinds.ts'
import { renderScene, type SceneFrame, type SceneOptions } from './render-scene.ts'

/** Causes of false alarms, with the names that the published figures use. The alarms of a family use its kinds in turn. */
const FAMILIES: Readonly<Record<string, readonly SceneKind[]>> = {
  'parked car': ['parked-car'],
  precipitation: ['rain', 'snow'],
  lens: ['insects', 'web', 'spider'],
  headlights: ['headlights'],
  swaying: ['wind', 'flag'],
}
/** Conditions of which real footage has the least, each a family of its own. */
const THIN: Readonly<Record<string, readonly SceneKind[]>> = {
  snow: ['snow'],
  'insects and webs': ['insects', 'web'],
  flags: ['flag'],
  curtains: ['curtain'],
  'lights switched': ['lights'],
  'headlights without the vehicle': ['headlights'],
}
const PEOPLE: readonly PersonKind[] = [
  'person-walking',
  'person-standing',
  'person-running-away',
  'person-approaching',
  'person-crouching',
  'person-running',
  'person-distant',
]

type SceneSize = Required<Pick<SceneOptions, 'width' | 'height'>>

/** The number of cameras. Each has a different place; the picture sizes are distributed among them. */
const CAMERAS = 24
const SIZES: readonly SceneSize[] = [
  { width: 1280, height: 720 },
  { width: 960, height: 540 },
  { width: 1280, height: 960 },
  { width: 1024, height: 576 },
]
/** The fewest visible pixels of a drawn person. The filter is not expected to find a smaller one. */
const SMALLEST = { width: 12, height: 60 }
/** The most attempts to draw a scene in which the person is visible. */
const TAKES = 50
const INTERVALS_MS = [1_000, 500, 1_000, 2_000] as const

/** Whether a person is recognisable on every frame. */
function showsPerson(scene: readonly SceneFrame[], { width, height }: SceneSize): boolean {
  return scene.every(({ objects }) =>
    objects.some(
      (object) =>
        object.class === 'person' &&
        object.box.width * width >= SMALLEST.width &&
        object.box.height * height >= SMALLEST.height,
    ),
  )
}

/** Draws a scene. A scene with a person is drawn again until nothing hides the person. */
async function draw(options: SceneOptions & SceneSize): Promise<SceneFrame[]> {
  for (let take = 0; take < TAKES; take += 1) {
    const scene = await renderScene({ ...options, take })
    if (options.alongside === undefined || showsPerson(scene, options)) return scene
  }
  throw new Error(`Nobody is in sight in ${options.kind} ${options.seed} of camera ${String(options.camera)}`)
}

/**
 * Draws alarms of `frames` pictures: for each family `each` alarms without a person, and the same number with a person.
 * @param isThin the families of which real footage has the least, in place of the usual ones
 */
export async function drawFamilies(
  files: ReturnType<typeof createDrawnFiles>,
  each: number,
  { frames, isThin = false }: { frames: number; isThin?: boolean },
): Promise<void> {
  // Camera by camera, because a place takes longer to draw than an event.
  const numbers = Array.from({ length: each }, (_unused, number) => number).toSorted(
    (a, b) => (a % CAMERAS) - (b % CAMERAS) || a - b,
  )
  for (const number of numbers) {
    const camera = number % CAMERAS
    const size = SIZES[camera % SIZES.length] ?? { width: 1280, height: 720 }
    const intervalMs = INTERVALS_MS[number % INTERVALS_MS.length] ?? 1_000
    for (const [family, kinds] of Object.entries(isThin ? THIN : FAMILIES)) {
      const kind = kinds[number % kinds.length]
      if (kind === undefined) continue
      for (const alongside of [undefined, PEOPLE[number % PEOPLE.length]]) {
        // The counts are coprime, so that each kind of person occurs in each weather, at each place, by day and by
        // night.
        const night = kind === 'headlights' || (number * 7) % 5 < 2
        const scene = await draw({
          kind,
          seed: number,
          camera: `drawn ${camera}`,
          frames,
          intervalMs,
          night,
          sky: `drawn ${number}`,
          ...size,
          ...(alongside === undefined ? {} : { alongside }),
        })
        files.add({
          id: ['drawn', kind, String(number).padStart(3, '0'), ...(alongside === undefined ? [] : [alongside])].join(
            '-',
          ),
          camera: `drawn-${camera}`,
          frames: scene,
          intervalMs,
          isTrue: alongside !== undefined,
          class: alongside === undefined ? 'none' : 'person',
          conditions: [family, kind, night ? 'infrared' : 'day', ...(alongside === undefined ? [] : [alongside])],
        })
      }
    }
  }
}
