import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Detector } from '../detect/detector.ts'
import { findRegions } from '../plates/find-regions.ts'
import type { Plate } from '../plates/plate.ts'
import type { PlateReader } from '../plates/plate-reader.ts'
import { drawVehicle } from '../plates/testing/draw-vehicle.ts'
import { groupedPlateFigures, plateFiguresOf, widthGroup } from './plate-figures.ts'
import { readPlateManifest, type LabelledPlate } from './read-plate-manifest.ts'
import { runPlates, type PlateResult } from './run-plates.ts'

const label = (text: string, width: number): LabelledPlate => ({
  file: 'x.jpg',
  text,
  box: { x: 0, y: 0, width, height: 20 },
  condition: 'day',
})
const plate = (text: string, isSure: boolean): Plate => ({ text, confidence: 1, isSure, readings: [] })
const result = (one: LabelledPlate, read: Plate | null, isFound: boolean): PlateResult => ({
  label: one,
  isFound,
  plate: read,
  others: [],
  ms: 10,
})

test('shares count plates that were not found as wrong, except the share of correct readings among certain readings', () => {
  const figures = plateFiguresOf('all', [
    result(label('KH47TEX', 200), plate('KH47TEX', true), true),
    result(label('ML0C2S', 100), plate('MLOC2S', false), true),
    result(label('AB12CD', 100), plate('AB12C', true), true),
    result(label('XY34ZZ', 60), null, false),
  ])
  const hits = Object.fromEntries(
    (['found', 'exact', 'alike', 'withinOne', 'sure', 'sureRight'] as const).map((name) => [
      name,
      [figures[name].hits, figures[name].of],
    ]),
  )
  expect(hits).toEqual({
    found: [3, 4],
    exact: [1, 4],
    alike: [2, 4],
    withinOne: [3, 4],
    sure: [2, 4],
    sureRight: [1, 2],
  })
})

test('plates are grouped by their width', () => {
  const results = [60, 120, 130, 300].map((width) => result(label('KH47TEX', width), null, false))
  expect(groupedPlateFigures(results, widthGroup).map(({ name, plates }) => [name, plates])).toEqual([
    ['150 px and more', 1],
    ['90 to 150 px', 2],
    ['below 90 px', 1],
  ])
})

test('a manifest is parsed with and without places, and readings of a picture are assigned to plates by place', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'winnow-plates-'))
  try {
    const drawn = await drawVehicle('KH47TEX', { characterHeight: 30 })
    await writeFile(path.join(folder, 'one.jpg'), drawn.jpeg)
    const box = [drawn.plate.x * 960, drawn.plate.y * 720, drawn.plate.width * 960, drawn.plate.height * 720].join()
    const file = path.join(folder, 'plates.csv')
    await writeFile(file, `image,plate,x,y,w,h,region\none.jpg,kh-47 tex,${box},de\none.jpg,KH47TEX,,,,,night\n`)
    const labels = readPlateManifest(file)
    expect(labels).toMatchObject([
      { text: 'KH47TEX', condition: 'de', box: { x: drawn.plate.x * 960 } },
      { text: 'KH47TEX', condition: 'night', box: null },
    ])
    const detector: Detector = {
      id: 'fixed',
      version: '1',
      looks: 'whole',
      sees: ['person', 'vehicle', 'cycle'],
      prepare: () =>
        Promise.resolve(() =>
          Promise.resolve({
            sightings: [{ class: 'vehicle' as const, label: 'car', score: 0.9, box: drawn.vehicle }],
            inferenceMs: 1,
          }),
        ),
    }
    const reader: PlateReader = {
      find: findRegions,
      read: () =>
        Promise.resolve({
          text: 'KH47TEX',
          confidences: Array.from('KH47TEX', () => 1),
          characterHeight: 30,
          wholeness: 1,
        }),
    }
    const results = await runPlates([detector], reader, labels)
    expect(results).toMatchObject([
      { isFound: true, plate: { text: 'KH47TEX' }, others: [] },
      { isFound: null, plate: { text: 'KH47TEX' }, others: [] },
    ])
    await writeFile(file, 'image,text\n')
    expect(() => readPlateManifest(file)).toThrow('no column plate')
  } finally {
    await rm(folder, { recursive: true })
  }
})
