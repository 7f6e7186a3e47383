import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderScene } from '@winnow/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { readManifest, type LabelledAlarm } from './read-manifest.ts'
import { storyOf, subjectsOf } from './stories.ts'
import { writeStories } from './write-stories.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'winnow-stories-'))
afterAll(() => rmSync(folder, { recursive: true }))

const alarm = (id: string, change: Partial<LabelledAlarm> = {}): LabelledAlarm => ({
  id,
  files: ['a.jpg', 'b.jpg'],
  gapSeconds: 0.5,
  isTrue: true,
  class: 'person',
  camera: 'yard',
  condition: 'day',
  licence: 'own',
  ...change,
})
const quiet = { isTrue: false, class: 'none' } as const

describe('subjects', () => {
  test('are alarms spread over each camera that has a true alarm, and all alarms with standing objects', () => {
    const yard = Array.from({ length: 7 }, (_, index) => alarm(`yard ${index}`))
    const alarms = [...yard, alarm('gate', { camera: 'gate' }), alarm('fox', { camera: 'wood', ...quiet })]
    const standing = [alarm('parked', { camera: 'parked', ...quiet })]
    expect(subjectsOf(alarms, standing, 3).map(({ id }) => id)).toEqual([
      'yard 0',
      'yard 3',
      'yard 6',
      'gate',
      'parked',
    ])
  })
})

describe('a story', () => {
  const stepsOf = (subject: LabelledAlarm, alarms: readonly LabelledAlarm[]) =>
    storyOf(subject, alarms).map(({ name, alarm: { id }, isTrue }) => `${name}: ${id}${isTrue ? ', true' : ''}`)
  const back = 'comes back: comes'

  test('repeats a scene, then contains its motion, other alarms, the scene again and an empty scene', () => {
    const comes = alarm('comes')
    const others = [alarm('one'), alarm('two'), alarm('three'), alarm('empty', quiet), alarm('far', { camera: 'road' })]
    expect(stepsOf(comes, [comes, ...others])).toEqual([
      ...Array.from({ length: 5 }, () => back),
      'moves: comes, true',
      'another alarm: one, true',
      'another alarm: three, true',
      back,
      'gone: empty',
    ])
  })

  test('contains no step with motion if the alarm has one picture or a standing object', () => {
    for (const comes of [alarm('comes', { files: ['a.jpg'] }), alarm('comes', quiet)])
      expect(stepsOf(comes, [comes])).toEqual(Array.from({ length: 6 }, () => back))
  })
})

test('each story is written to a manifest twice: with several pictures per alarm and with one', async () => {
  const frames = await renderScene({ kind: 'person-walking', seed: 2, camera: 2, frames: 2, width: 320, height: 180 })
  const files = frames.map((_, index) => path.join(folder, `${index}.jpg`))
  for (const [index, { jpeg }] of frames.entries()) writeFileSync(files[index] ?? '', jpeg)
  const comes = alarm('comes', { files, condition: 'night,thermal' })
  const out = path.join(folder, 'out')
  expect(await writeStories(out, [comes], [comes])).toBe(14)
  const told = readManifest(path.join(out, 'manifest.csv'))
  const [first, second, , , , moves] = told
  const [alone, , , , , last] = told.slice(7)
  expect(first).toMatchObject({ isTrue: false, gapSeconds: 1, minutes: 0, licence: 'own' })
  // The condition keeps the word `thermal`, so that the pictures are analysed as those of a thermal camera.
  expect(first?.condition).toBe('person comes back,several pictures,thermal')
  expect(first?.files).toHaveLength(3)
  expect(moves).toMatchObject({ isTrue: true, class: 'person', gapSeconds: 0.5, minutes: 125 })
  expect(alone).toMatchObject({ camera: 'comes, one picture', gapSeconds: null })
  expect(alone?.files).toHaveLength(1)
  const bytes = (one: LabelledAlarm | undefined, index = 0) => readFileSync(one?.files[index] ?? '')
  // Every repeated picture differs. The pictures with motion are unchanged. If an alarm has one picture, it is the last one.
  expect(new Set([bytes(first), bytes(first, 1), bytes(second)].map((one) => one.toString('base64'))).size).toBe(3)
  expect(moves?.files.map((_, index) => bytes(moves, index))).toEqual(files.map((file) => readFileSync(file)))
  expect(bytes(last)).toEqual(readFileSync(files[1] ?? ''))
})
