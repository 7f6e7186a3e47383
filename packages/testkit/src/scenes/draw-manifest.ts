/**
 * Draws labelled alarms of what real footage has too little of: each family with and without a person in it.
 *
 *   npm run draw -- --out FOLDER [--each 60] [--frames 3]
 *
 * The folder gets the frames and a `manifest.csv` that `npm run evaluate` reads. Equal options draw equal pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { PersonKind, SceneKind } from './kinds.ts'
import { renderScene, type SceneFrame, type SceneOptions } from './render-scene.ts'

/** What raises false alarms, by the word under which it is counted; a family's kinds take turns. */
const FAMILIES: Readonly<Record<string, readonly SceneKind[]>> = {
  'parked car': ['parked-car'],
  precipitation: ['rain', 'snow'],
  lens: ['insects', 'web', 'spider'],
  headlights: ['headlights'],
  swaying: ['wind', 'flag'],
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

/** Each camera is another place and draws pictures of one size. */
const CAMERAS = 24
const SIZES: readonly SceneSize[] = [
  { width: 1280, height: 720 },
  { width: 960, height: 540 },
  { width: 1280, height: 960 },
  { width: 1024, height: 576 },
]
/** A person of whom less can be seen (pixels) is nobody whom a filter could be blamed for missing. */
const SMALLEST = { width: 12, height: 60 }
/** Places to try until a person is in sight. */
const TAKES = 50
const INTERVALS_MS = [1_000, 500, 1_000, 2_000] as const
const COLUMNS = 'case_id,frames,gap_s,label,class,camera_id,condition,source,licence'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    each: { type: 'string', default: '60' },
    frames: { type: 'string', default: '3' },
  },
})
const [each, frames] = [Number(values.each), Number(values.frames)]
if (values.out === undefined || !Number.isInteger(each) || !Number.isInteger(frames) || each < 1 || frames < 1) {
  process.stderr.write('usage: npm run draw -- --out FOLDER [--each 60] [--frames 3]\n')
  process.exit(1)
}
const out = path.resolve(values.out)
mkdirSync(path.join(out, 'frames'), { recursive: true })

/** Whether a person can be made out on most of the frames. */
function showsPerson(scene: readonly SceneFrame[], { width, height }: SceneSize): boolean {
  const seen = scene.filter(({ objects }) =>
    objects.some(
      (object) =>
        object.class === 'person' &&
        object.box.width * width >= SMALLEST.width &&
        object.box.height * height >= SMALLEST.height,
    ),
  )
  return seen.length * 3 >= scene.length * 2
}

/** Draws a scene; one with a person until nothing hides him. */
async function draw(options: SceneOptions & SceneSize): Promise<SceneFrame[]> {
  for (let take = 0; take < TAKES; take += 1) {
    const scene = await renderScene({ ...options, take })
    if (options.alongside === undefined || showsPerson(scene, options)) return scene
  }
  throw new Error(`Nobody is in sight in ${options.kind} ${options.seed} of camera ${String(options.camera)}`)
}

const lines = [COLUMNS]
// Camera by camera, for a place takes longer to draw than what happens there.
const numbers = Array.from({ length: each }, (_unused, number) => number).toSorted(
  (a, b) => (a % CAMERAS) - (b % CAMERAS) || a - b,
)
for (const number of numbers) {
  const camera = number % CAMERAS
  const size = SIZES[camera % SIZES.length] ?? { width: 1280, height: 720 }
  const intervalMs = INTERVALS_MS[number % INTERVALS_MS.length] ?? INTERVALS_MS[0]
  for (const [family, kinds] of Object.entries(FAMILIES)) {
    const kind = kinds[number % kinds.length]
    if (kind === undefined) continue
    // Of coprime counts, so that each kind of person is in each weather, at each place, by day and by night.
    for (const alongside of [undefined, PEOPLE[number % PEOPLE.length]]) {
      const isTrue = alongside !== undefined
      const night = kind === 'headlights' || (number * 7) % 5 < 2
      const id = `drawn-${kind}-${String(number).padStart(3, '0')}${isTrue ? `-${alongside}` : ''}`
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
      const files = scene.map((_unused, index) => `frames/${id}-${index}.jpg`)
      for (const [index, { jpeg }] of scene.entries()) writeFileSync(path.join(out, files[index] ?? ''), jpeg)
      const conditions = `"${family},${kind},${night ? 'infrared' : 'day'}"`
      lines.push(
        [
          id,
          files.join(';'),
          intervalMs / 1000,
          isTrue,
          isTrue ? 'person' : 'none',
          `drawn-${camera}`,
          conditions,
          'drawn',
          'drawn',
        ].join(','),
      )
    }
  }
}
writeFileSync(path.join(out, 'manifest.csv'), `${lines.join('\n')}\n`)
process.stdout.write(`${lines.length - 1} alarms of ${Math.min(each, CAMERAS)} places in ${out}\n`)
