import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderScene, type SceneKind } from '@winnow/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnalyser } from '../../analyse/analyser.ts'
import { loadParameters, readParametersFile } from '../../decide/parameters.ts'
import type { Detector, Sighting } from '../../detect/detector.ts'
import { jobOf } from '../job-of.ts'
import type { LabelledAlarm } from '../read-manifest.ts'
import { PATIENCE_MS } from '../run-alarms.ts'
import { loadFindings } from './load-findings.ts'
import { createDraw } from './nested.ts'
import { replayEvidence } from './replay.ts'

/** Starting and analysing some pictures takes long on a busy processor. */
const SLOW = 120_000

let folder: string
let alarms: LabelledAlarm[]
let taken = 0

const KINDS = ['person', 'vehicle', 'animal'] as const

/** A detector that sees things by chance, others at each look, and counts its looks. */
function chancy(id: string, seed: number): Detector {
  const prepare: Detector['prepare'] = (picture, region) => {
    const place = Math.round(1e6 * ((region?.x ?? 0.3) + 3 * (region?.y ?? 0.2) + (region?.width ?? 1)))
    let light = 0
    for (let at = 0; at < picture.data.length; at += 997) light += picture.data[at]!
    const draw = createDraw(seed + place + light)
    draw()
    const sightings = Array.from({ length: 5 }, (): Sighting => {
      const kind = KINDS[Math.floor(draw() * KINDS.length)]!
      const box = {
        x: 0.1 + 0.05 * Math.floor(draw() * 3),
        y: 0.2 + 0.4 * draw(),
        width: 0.15,
        height: 0.15 + 0.2 * draw(),
      }
      return { class: kind, label: kind, score: 0.1 + 0.35 * draw(), box }
    })
    return Promise.resolve(() => {
      taken += 1
      return Promise.resolve({ sightings: sightings.toSorted((a, b) => b.score - a.score), inferenceMs: 1 })
    })
  }
  return { id, version: '1', looks: 'parts', sees: KINDS, prepare }
}

const detectors = [chancy('one', 1), chancy('two', 900)]
const { bias, slope, thresholds } = loadParameters(['one', 'two']).parameters
// Both count fully, so that votes, animals and swarms are weighed together.
const together = { ...readParametersFile().shared, bias, slope, thresholds }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-replay-'))
  const draw = async (kind: SceneKind, seed: number, frames: number): Promise<LabelledAlarm> => {
    const drawn = await renderScene({ kind, seed, camera: 2, frames, width: 256, height: 144 })
    const files = drawn.map((_, index) => path.join(folder, `${kind}-${seed}-${index}.jpg`))
    for (const [index, { jpeg }] of drawn.entries()) await writeFile(files[index]!, jpeg)
    const id = `${kind} ${seed}`
    return { id, files, gapSeconds: 1, isTrue: true, class: 'person', camera: id, condition: 'day', licence: 'drawn' }
  }
  alarms = [await draw('person-walking', 2, 3), await draw('empty', 5, 2), await draw('person-walking', 6, 1)]
}, SLOW)
afterAll(() => rm(folder, { recursive: true }))

test(
  'replayed findings give the evidence that the filter comes to, under other weights too',
  { timeout: SLOW },
  async () => {
    const cache = path.join(folder, 'cache')
    // The findings of all models serve a smaller set too, with the closer looks that this set takes.
    const sets = [detectors, [detectors[1]!]]
    for (const change of [
      {},
      { agreement: 0.5, animalWeight: 0.2, animalRatio: 0.3, stillness: 0.5, elsewhere: 0.1 },
    ]) {
      const changed = { ...together, ...change }
      const findings = await loadFindings(detectors, alarms, changed, { cache, sets })
      expect(findings.every(({ isDisturbed }) => !isDisturbed)).toBe(true)
      for (const set of sets) {
        const analyser = createAnalyser({ detectors: set, parameters: changed, isThorough: true })
        for (const [index, alarm] of alarms.entries()) {
          const { analysis } = await analyser.analyse(jobOf(alarm, 3), { softTimeoutMs: PATIENCE_MS })
          expect(replayEvidence(findings[index]!, set, changed)).toBeCloseTo(analysis.evidence?.value ?? 0, 9)
        }
      }
      const closer = findings.flatMap(({ looks }) => looks.map(({ closerFor }) => closerFor))
      expect(new Set(closer)).toEqual(new Set([undefined, 'one+two', 'two']))
    }
  },
)

test('a look at a picture is taken once, and findings are read again without a look', { timeout: SLOW }, async () => {
  const cache = path.join(folder, 'once')
  const first = await loadFindings(detectors, alarms, together, { cache })
  const looks = taken
  expect(await loadFindings(detectors, alarms, together, { cache })).toEqual(first)
  // Other parameters plan other closer looks, and take the planned ones from the cache.
  await loadFindings(detectors, alarms, { ...together, closerFrom: 0.99 }, { cache })
  expect(taken).toBe(looks)
  // Each detector has a file of its looks; each plan has a file of findings.
  expect((await readdir(cache)).map((file) => file.replace(/-[0-9a-f]{16}/, '')).toSorted()).toEqual([
    'findings.jsonl',
    'findings.jsonl',
    'looks-one-1.jsonl',
    'looks-two-1.jsonl',
  ])
})
