import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { areaUnderCurve, count, crossValidate, fitCalibration, thresholdFor } from './fit.ts'
import type { Sample } from './fit.ts'
import { readManifest, splitLine } from './read-manifest.ts'
import { formatShare, wilson } from './wilson.ts'

const atRecall = (training: readonly Sample[]) => thresholdFor(training, 0.98)

function samples(separation: number): Sample[] {
  return Array.from({ length: 200 }, (_, index) => {
    const isTrue = index % 2 === 0
    return {
      isTrue,
      camera: `c${index % 14}`,
      evidence: 0.3 + (isTrue ? separation : 0) + 0.2 * Math.sin(index * 12.9898),
    }
  })
}

test('Wilson intervals agree with the published values', () => {
  // Newcombe 1998, table I: 81 of 263 and 0 of 20.
  expect(wilson(81, 263).low).toBeCloseTo(0.2553, 3)
  expect(wilson(81, 263).high).toBeCloseTo(0.3662, 3)
  expect(wilson(0, 20).low).toBe(0)
  expect(wilson(0, 20).high).toBeCloseTo(0.1611, 3)
  expect(formatShare(wilson(75, 78))).toBe('96.2 % (75 of 78; 89.3–98.7)')
  expect(formatShare(wilson(0, 0))).toBe('not measured')
})

test('thresholdFor passes the share asked for, and not more than it must', () => {
  const all = samples(0.3)
  for (const recall of [0.9, 0.95, 0.98]) {
    const counted = count(all, thresholdFor(all, recall))
    expect(counted.passed / counted.positives).toBeGreaterThanOrEqual(recall)
    expect(counted.passed / counted.positives).toBeLessThan(recall + 0.02)
  }
})

test('the calibration gives a half where the two kinds meet, and rises', () => {
  const { bias, slope } = fitCalibration(samples(0.3))
  expect(slope).toBeGreaterThan(0)
  expect(-bias / slope).toBeCloseTo(0.45, 1)
})

test('cross-validation keeps cameras apart and gives the same figures again', () => {
  const easy = crossValidate(samples(0.6), atRecall)
  expect(easy.recall).toBeGreaterThan(0.9)
  expect(easy.reduction).toBeGreaterThan(0.9)
  expect(crossValidate(samples(0.6), atRecall)).toEqual(easy)
  // Cameras that all tell something of their own cannot be predicted from each other.
  const alone = samples(0).map((sample) => ({ ...sample, evidence: Number(sample.camera.slice(1)) }))
  expect(crossValidate(alone, atRecall).reduction).toBeLessThan(0.3)
})

test('the area under the curve is 1 when all is told apart and a half when nothing is', () => {
  expect(areaUnderCurve(samples(2))).toBe(1)
  expect(areaUnderCurve(samples(0).map((sample) => ({ ...sample, evidence: 1 })))).toBe(0.5)
})

test('a manifest is read with its quoted values and relative paths', () => {
  expect(splitLine('a,"b,c","say ""so""",,e')).toEqual(['a', 'b,c', 'say "so"', '', 'e'])
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-manifest-'))
  try {
    const file = path.join(folder, 'alarms.csv')
    writeFileSync(
      file,
      'case_id,frames,gap_s,label,class,camera_id,condition,licence\nx_1,f/1.jpg;f/2.jpg,0.5-1,true,person,x,"ir,night",MIT\ny_1,f/3.jpg,-,false,none,y,day,\n',
    )
    expect(readManifest(file)).toEqual([
      {
        id: 'x_1',
        files: [path.join(folder, 'f/1.jpg'), path.join(folder, 'f/2.jpg')],
        gapSeconds: 0.5,
        isTrue: true,
        class: 'person',
        camera: 'x',
        condition: 'ir,night',
        licence: 'MIT',
      },
      {
        id: 'y_1',
        files: [path.join(folder, 'f/3.jpg')],
        gapSeconds: null,
        isTrue: false,
        class: 'none',
        camera: 'y',
        condition: 'day',
        licence: '',
      },
    ])
    writeFileSync(file, 'case,frames\n')
    expect(() => readManifest(file)).toThrow('no column case_id')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
