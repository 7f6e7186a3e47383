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
import type { SceneKind } from './kinds.ts'
import { renderScene, type SceneOptions } from './render-scene.ts'

/** What raises false alarms, by the word under which it is counted. */
const FAMILIES: Readonly<Record<string, SceneKind>> = {
  'parked car': 'parked-car',
  rain: 'rain',
  snow: 'snow',
  insects: 'spider',
  headlights: 'headlights',
  foliage: 'wind',
}
const PEOPLE: readonly NonNullable<SceneOptions['alongside']>[] = [
  'person-walking',
  'person-standing',
  'person-running-away',
]
/** Each camera is another place. */
const CAMERAS = 12
const INTERVAL_MS = 1_000
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
const lines = [COLUMNS]
for (const [family, kind] of Object.entries(FAMILIES)) {
  for (let number = 0; number < each; number += 1) {
    const camera = number % CAMERAS
    for (const alongside of [undefined, PEOPLE[number % PEOPLE.length]]) {
      const isTrue = alongside !== undefined
      const id = `drawn-${kind}-${String(number).padStart(3, '0')}${isTrue ? '-person' : ''}`
      const scene = await renderScene({
        kind,
        seed: number,
        camera: `drawn ${camera}`,
        frames,
        intervalMs: INTERVAL_MS,
        ...(alongside === undefined ? {} : { alongside }),
        // Spread so that each place and each kind of person is there by day and by night.
        ...((number * 7) % 5 < 2 ? { night: true } : {}),
      })
      const files = scene.map((_, index) => `frames/${id}-${index}.jpg`)
      mkdirSync(path.join(out, 'frames'), { recursive: true })
      for (const [index, { jpeg }] of scene.entries()) writeFileSync(path.join(out, files[index] ?? ''), jpeg)
      const seen = isTrue ? 'person' : 'none'
      lines.push(
        [id, files.join(';'), INTERVAL_MS / 1000, isTrue, seen, `drawn-${camera}`, family, 'drawn', 'drawn'].join(','),
      )
    }
  }
  process.stdout.write(`${family}: ${2 * each} alarms\n`)
}
writeFileSync(path.join(out, 'manifest.csv'), `${lines.join('\n')}\n`)
