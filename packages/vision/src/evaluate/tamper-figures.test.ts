import { expect, test } from 'vitest'
import { measureTampering } from '../tamper/measure-tampering.ts'
import type { TamperKind } from '../tamper/tamper-facts.ts'
import type { TamperResult } from './tamper-cases.ts'
import { isWrong, tamperFiguresOf } from './tamper-figures.ts'

const nothing = measureTampering({ greys: [], background: undefined, light: 'colour', frames: [] }, null, {
  now: new Date(0),
  isThermal: false,
}).facts

function result(kind: TamperKind | null, name: string, found: TamperKind[]): TamperResult {
  const facts = structuredClone(nothing)
  for (const one of found) facts[one].holds = true
  return { id: 'a', camera: 'c', kind, name, facts, ms: 1 }
}

const results = [
  result(null, 'untouched', []),
  result(null, 'untouched', ['moved']),
  result('blur', 'blur-3', []),
  result('blur', 'blur-6', ['blur']),
  result('covered', 'hand', ['covered', 'moved']),
]

test('recall counts each method of tampering, and false alarms are counted on untouched alarms', () => {
  const figures = new Map(tamperFiguresOf(results).map((one) => [one.kind, one]))
  expect(figures.get('blur')).toMatchObject({
    recall: { hits: 1, of: 2 },
    byName: [
      { name: 'blur-3', recall: { hits: 0, of: 1 } },
      { name: 'blur-6', recall: { hits: 1, of: 1 } },
    ],
    falseAlarms: { hits: 0, of: 2 },
  })
  expect(figures.get('moved')).toMatchObject({ recall: { of: 0 }, byName: [], falseAlarms: { hits: 1, of: 2 } })
})

test('an alarm is wrong if a finding is missing or superfluous', () => {
  expect(results.map(isWrong)).toEqual([false, true, true, false, true])
})
