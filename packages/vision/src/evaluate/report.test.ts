import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { measureTampering } from '../tamper/measure-tampering.ts'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import type { Verdict } from '../types.ts'
import { chooseDetectors } from './choose-detectors.ts'
import { costOf, curveCells, figuresOf, groupedFigures } from './figures.ts'
import { mayLearnFrom } from './may-learn-from.ts'
import { writeReport } from './report-html.ts'
import type { Result } from './run-alarms.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-report-'))
})
afterEach(() => rm(folder, { recursive: true }))

const UNTAMPERED = measureTampering({ greys: [], background: undefined, light: 'colour', frames: [] }, null, {
  now: new Date(0),
  isThermal: false,
}).facts

function result(id: string, isTrue: boolean, verdict: Verdict, evidence: number, files = ['none.jpg']): Result {
  const analysis: AlarmAnalysis = {
    verdict,
    score: evidence,
    reasons: [{ code: 'person-detected', params: { frame: 0, score: 0.7 } }],
    frames: files.map((_, index) => ({
      mediaId: String(index),
      index: 0,
      width: 64,
      height: 48,
      offsetMs: null,
      motion: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }],
    })),
    detections: [
      {
        frame: 0,
        class: 'person',
        label: 'person <b>',
        score: 0.7,
        box: { x: 0.2, y: 0.2, width: 0.3, height: 0.5 },
        moved: true,
        masked: false,
        static: false,
        counted: true,
        model: 'centernet',
      },
    ],
    problems: [],
    tampering: UNTAMPERED,
    memory: { version: 1, scenes: { colour: null, grey: null }, things: [], looked: { colour: null, grey: null } },
    model: { packs: [], parameters: 'x' },
    evidence: null,
    timings: { decode: 2, motion: 4, detect: 10, decide: 1, total: 17 },
  }
  const alarm = { id, files, gapSeconds: null, isTrue, class: 'person', camera: id, condition: 'day,rain', licence: '' }
  return { alarm, analysis, evidence, inferenceMs: 8 }
}

const results = [
  result('a', true, 'true', 0.9),
  result('b', true, 'false', 0.2),
  result('c', false, 'false', 0.1),
  result('d', false, 'unverified', 0.4),
]

describe('the figures', () => {
  test('count an unverified alarm as passed', () => {
    const { recall, reduction } = figuresOf('all', results)
    expect([recall.hits, recall.of, reduction.hits, reduction.of]).toEqual([1, 2, 1, 2])
  })

  test('are given for every group of an alarm', () => {
    const groups = groupedFigures(results, ({ alarm }) => alarm.condition.split(','))
    expect(groups.map(({ name, alarms }) => [name, alarms])).toEqual([
      ['day', 4],
      ['rain', 4],
    ])
  })

  test('contain the curve only for groups with both true and false alarms', () => {
    expect(figuresOf('all', results).curve?.area).toBe(0.75)
    expect(figuresOf('true', results.slice(0, 2)).curve).toBeNull()
    const groups = groupedFigures(results, ({ alarm }) => ['all', alarm.isTrue ? 'true' : 'false'])
    expect(groups.map(({ name, curve }) => [name, curveCells(curve).join(' ')])).toEqual([
      ['all', '0.7500 50.0 50.0 50.0 50.0'],
      ['false', '– – – – –'],
      ['true', '– – – – –'],
    ])
  })

  test('contain the cost of a frame', () => {
    expect(costOf(results)).toMatchObject({ frames: 4, ms: { total: 17, models: 8 } })
  })
})

test('the report shows only the wrongly judged cases, with boxes, motion and reasons', async () => {
  const picture = path.join(folder, 'one.jpg')
  await sharp({ create: { width: 64, height: 48, channels: 3, background: '#345' } })
    .jpeg()
    .toFile(picture)
  await writeFile(path.join(folder, 'broken.jpg'), 'no picture')
  const missed = result('missed-one', true, 'false', 0.2, [picture, path.join(folder, 'broken.jpg')])
  const file = await writeReport(
    path.join(folder, 'report'),
    'Ours',
    ['centernet'],
    [missed, result('fine', false, 'false', 0.1)],
  )
  const html = await readFile(file, 'utf8')
  expect(html).toContain('<h3>missed-one</h3>')
  expect(html).not.toContain('<h3>fine</h3>')
  expect(html).toContain('class="counted"')
  expect(html).toContain('class="motion"')
  expect(html).toContain('person-detected')
  expect(html).toContain('person &lt;b&gt; 0.70')
  expect(html).toContain('data:image/jpeg;base64,')
  expect(html).toContain('broken.jpg cannot be read')
})

test('the report contains the curve of every group that has both true and false alarms', async () => {
  const right = [
    result('a', true, 'true', 0.9),
    result('b', true, 'true', 0.2),
    result('c', false, 'false', 0.1),
    result('d', false, 'false', 0.4),
  ].map((one, index) => {
    const files = index === 3 ? ['1.jpg', '2.jpg'] : ['1.jpg']
    return { ...one, alarm: { ...one.alarm, files, condition: 'day', camera: index < 2 ? 'gate' : 'yard' } }
  })
  const html = await readFile(await writeReport(path.join(folder, 'report'), 'Ours', ['centernet'], right), 'utf8')
  /** Returns the rows of the table under a title: the name of each group and the values of its curve. */
  const rowsOf = (title: string) => {
    const [, table = ''] = new RegExp(`<h2>${title}</h2><table>(.*?)</table>`, 's').exec(html) ?? []
    const rows = table.split('<tr>').map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)/g)].map(([, cell]) => cell))
    return rows.slice(1).map(([name, , , , ...curve]) => [name, curve.join(' ')])
  }
  const head = ['Group', 'Area % at 0.90 % at 0.95 % at 0.97 % at 0.99']
  const [some, none] = ['0.7500 50.0 50.0 50.0 50.0', '– – – – –']
  expect(rowsOf('All')).toEqual([
    head,
    ['all alarms', some],
    ['one frame', '1.0000 100.0 100.0 100.0 100.0'],
    ['several frames', none],
  ])
  expect(rowsOf('By class')).toEqual([head, ['person', some]])
  expect(rowsOf('By condition')).toEqual([head, ['day', some]])
  expect(rowsOf('By camera')).toEqual([head, ['gate', none], ['yard', none]])
})

describe('licences', () => {
  test.each([
    ['MIT (repo)', true],
    ['CC-BY-4.0 (repo LICENSE)', true],
    ['MIT (repo); ENA24 via LILA CDLA-permissive', true],
    ['drawn', true],
    ['own', true],
    ['CC-BY-NC-4.0', false],
    ['AGPL-3.0 (repo)', false],
    ['LLVIP terms: non-commercial', false],
    ['none stated in repo', false],
    ['', false],
  ])('may use pictures under "%s": %s', (licence, allowed) => {
    expect(mayLearnFrom({ licence })).toBe(allowed)
  })
})

test('a missing pack is reported, with instructions for getting it', async () => {
  const sources = { installed: folder }
  await expect(chooseDetectors('recommended', sources)).rejects.toThrow('npm run models -- add recommended')
  await expect(chooseDetectors('nonsense', sources)).rejects.toThrow('There is no pack nonsense')
})
