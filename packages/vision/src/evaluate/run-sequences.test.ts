import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderScene, type SceneOptions } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Detector } from '../detect/detector.ts'
import { loadNetworks } from '../detect/load-networks.ts'
import { detectorOf } from '../detect/network.ts'
import { describeSequences } from './describe-sequences.ts'
import type { LabelledAlarm } from './read-manifest.ts'
import { lostByMemory, picturesApart, runSequence, sequencesOf, type SequenceResult } from './run-sequences.ts'

/** Drawing and analysing an alarm takes some seconds on a busy processor. */
const SLOW = 180_000
const APART = 25

let detectors: Detector[]
const folder = mkdtempSync(path.join(tmpdir(), 'winnow-sequence-'))

beforeAll(async () => {
  const { networks } = await loadNetworks()
  detectors = networks.map(detectorOf)
}, SLOW)

afterAll(() => rmSync(folder, { recursive: true }))

const verdictsOf = (results: readonly SequenceResult[]) => results.map(({ analysis }) => analysis.verdict)

const alone: Partial<SceneOptions> = {}
const beside: Partial<SceneOptions> = { alongside: 'person-standing', near: 'beside' }
const before: Partial<SceneOptions> = { alongside: 'person-walking', near: 'before' }

async function draw(
  scene: Pick<SceneOptions, 'kind' | 'seed' | 'camera' | 'frames'>,
  steps: readonly Partial<SceneOptions>[],
): Promise<LabelledAlarm[]> {
  const alarms: LabelledAlarm[] = []
  for (const [take, step] of steps.entries()) {
    const frames = await renderScene({ ...scene, take, sky: 'memory', width: 640, height: 360, ...step })
    const files = frames.map((_, index) => path.join(folder, `${scene.kind}-${take}-${index}.jpg`))
    for (const [index, { jpeg }] of frames.entries()) writeFileSync(files[index] ?? '', jpeg)
    alarms.push({
      id: `${scene.kind} ${take}`,
      files,
      gapSeconds: 1,
      isTrue: step !== alone,
      class: 'none',
      camera: 'drawn',
      condition: scene.kind,
      licence: 'drawn',
      minutes: take * APART,
    })
  }
  return alarms
}

describe('a sequence of alarms of one camera', { timeout: SLOW }, () => {
  test('a parked car is filtered after some alarms, people beside it pass, and turning the camera resets the memory', async () => {
    const turned = { camera: 'memory elsewhere' }
    const steps = [alone, alone, alone, alone, beside, before, alone, turned]
    const alarms = await draw({ kind: 'parked-car', seed: 7, camera: 'memory 7', frames: 1 }, steps)
    const results = await runSequence(detectors, alarms, { sensitivity: 3 })
    expect(verdictsOf(results)).toEqual(['true', 'true', 'true', 'false', 'true', 'true', 'false', 'true'])
    // The memory filters these alarms. Without it each of them would pass.
    expect(results[3]).toMatchObject({ isPassedAlone: true, analysis: { verdict: 'false' } })
    expect(lostByMemory(results)).toEqual([])
    const lines = describeSequences([results])
    expect(lines).toContain('  !   0:00  passed    parked-car 0 (parked-car)  vehicle-present')
    expect(lines).toContain(
      '      1:15  filtered  parked-car 3 (parked-car)  only-static, filtered because of what was there before',
    )
    expect(lines).toContain('  parked-car, false: 2 of 5 right, 2 by memory')
    expect(lines).toContain('alarms after another one of their camera: 7, of 1 cameras')
    expect(lines).toContain('  false: 2 of 4 filtered, 0 without memory (2 filtered and 0 passed because of it)')
    expect(lines).toContain('  true: 3 of 3 passed')
    expect(lines.at(-1)).toBe('true alarms lost by memory: 0')
  })

  test('a statue is filtered after three alarms and an hour; people beside and in front of it pass', async () => {
    const steps = [alone, alone, alone, alone, beside, before]
    const alarms = await draw({ kind: 'statue', seed: 5, camera: 'memory 5', frames: 2 }, steps)
    const results = await runSequence(detectors, alarms, { sensitivity: 3 })
    expect(verdictsOf(results)).toEqual(['true', 'true', 'true', 'false', 'true', 'true'])
    expect(results[3]?.analysis.reasons[0]).toEqual({ code: 'only-static' })
  })
})

const alarm = (id: string, change: Partial<LabelledAlarm> = {}): LabelledAlarm => ({
  id,
  files: ['a.jpg', 'b.jpg'],
  gapSeconds: 1,
  isTrue: false,
  class: 'none',
  camera: 'one',
  condition: 'day',
  licence: '',
  ...change,
})

test('the alarms of a camera follow each other at their own times or at the usual interval', () => {
  const sequences = sequencesOf([alarm('a'), alarm('b', { camera: 'two', minutes: 7 }), alarm('c')])
  expect(sequences.map((sequence) => sequence.map(({ id, minutes }) => [id, minutes]))).toEqual([
    [
      ['a', 0],
      ['c', 15],
    ],
    [['b', 7]],
  ])
})

test('picturesApart returns alarms of one picture each, without times', () => {
  expect(picturesApart([alarm('a', { minutes: 5 })])).toEqual([
    alarm('a picture 1', { files: ['a.jpg'] }),
    alarm('a picture 2', { files: ['b.jpg'] }),
  ])
})
