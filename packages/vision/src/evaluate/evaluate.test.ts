import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { areaUnderCurve, count, fitCalibration, thresholdFor } from './fit.ts'
import type { Sample } from './fit.ts'
import { readManifest, splitLine } from './read-manifest.ts'
import { formatShare, wilson } from './wilson.ts'

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

test('Wilson intervals equal the published values', () => {
  // Newcombe 1998, table I: 81 of 263 and 0 of 20.
  expect(wilson(81, 263).low).toBeCloseTo(0.2553, 3)
  expect(wilson(81, 263).high).toBeCloseTo(0.3662, 3)
  expect(wilson(0, 20).low).toBe(0)
  expect(wilson(0, 20).high).toBeCloseTo(0.1611, 3)
  expect(formatShare(wilson(75, 78))).toBe('96.2 % (75 of 78; 89.3–98.7)')
  expect(formatShare(wilson(0, 0))).toBe('not measured')
})

test('thresholdFor returns the highest threshold that passes the requested share', () => {
  const all = samples(0.3)
  for (const recall of [0.9, 0.95, 0.98]) {
    const counted = count(all, thresholdFor(all, recall))
    expect(counted.passed / counted.positives).toBeGreaterThanOrEqual(recall)
    expect(counted.passed / counted.positives).toBeLessThan(recall + 0.02)
  }
})

test('the calibrated probability rises with the evidence, and is one half where both kinds are equally frequent', () => {
  const { bias, slope } = fitCalibration(samples(0.3))
  expect(slope).toBeGreaterThan(0)
  expect(-bias / slope).toBeCloseTo(0.45, 1)
})

test('the area under the curve is 1 for perfect separation and one half for none', () => {
  expect(areaUnderCurve(samples(2))).toBe(1)
  expect(areaUnderCurve(samples(0).map((sample) => ({ ...sample, evidence: 1 })))).toBe(0.5)
})

describe('a manifest', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'winnow-manifest-'))
    file = path.join(folder, 'alarms.csv')
    mkdirSync(path.join(folder, 'f'))
    for (const name of ['1.jpg', '2.jpg', '3.jpg']) writeFileSync(path.join(folder, 'f', name), 'picture')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const read = (...lines: string[]) => {
    writeFileSync(file, ['case_id,frames,gap_s,label,class,camera_id,condition,licence', ...lines, ''].join('\n'))
    return readManifest(file)
  }

  test('is parsed with quoted values and relative paths', () => {
    expect(splitLine('a,"b,c","say ""so""",,e')).toEqual(['a', 'b,c', 'say "so"', '', 'e'])
    const alarms = read('x_1,f/1.jpg;f/2.jpg,0.5-1,true,person,x,"ir,night",MIT', 'y_1,f/3.jpg,-,false,none,y,day,')
    expect(alarms).toEqual([
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
  })

  test.each([
    ['True', true],
    ['TRUE', true],
    [' true', true],
    ['False', false],
  ])('maps the label "%s" to %s', (label, isTrue) => {
    expect(read(`a,f/1.jpg,,${label},person,x,day,`)).toMatchObject([{ isTrue }])
  })

  test.each(['1', 'ture', 'yes', ''])('with the label "%s" is refused with the line number', (label) => {
    expect(() => read('a,f/1.jpg,,true,person,x,day,', '', `b,f/2.jpg,,${label},person,x,day,`)).toThrow(
      `${file}:4: the label is "${label}"; it must be true or false`,
    )
  })

  test('with missing files is refused with their names', () => {
    const line = (id: string, frames: string) => `${id},${frames},,true,person,x,day,`
    expect(() => read(line('a', 'f/1.jpg;f/4.jpg'), line('b', 'f/5.jpg'), line('c', 'f/5.jpg'))).toThrow(
      `${file} names files that are not there (2):\n  ${path.join(folder, 'f/4.jpg')}\n  ${path.join(folder, 'f/5.jpg')}`,
    )
    const many = Array.from({ length: 12 }, (_, index) => line(`${index}`, `g/${index}.jpg`))
    expect(() => read(...many)).toThrow(/\(12\):\n(.*\n){10} {2}and 2 more$/)
    expect(() => read(line('a', ''))).toThrow(`(1):\n  ${folder}`)
  })
})
