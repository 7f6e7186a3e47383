import { expect, test } from 'vitest'
import { committeeKey, readParametersFile } from '../../decide/parameters.ts'
import { PACK_SETS } from '../../packs/catalogue.ts'
import figures from '../../packs/nested-figures.json' with { type: 'json' }
import { CANDIDATES, nameOfSet, networksMs } from './candidate-sets.ts'
import type { AlarmFindings, Looked } from './collect-findings.ts'

const look = (frame: number, change: Partial<Looked> = {}): Looked => ({ frame, seen: [], ...change })
const part = { x: 0, y: 0, width: 0.5, height: 0.5 }
const findings = (looks: Looked[], framesToSee: number): AlarmFindings => ({
  looks,
  framesToSee,
  sizes: [],
  isDisturbed: false,
  isGlobalChange: false,
})
const model = (id: string, looks: 'whole' | 'parts') => ({ id, looks, sees: [] })
const pvb = model('pvb-2003', 'whole')
const fastest = model('fastestdet', 'parts')

test('a set of networks takes the time of all runs, whole pictures and parts, over all pictures', () => {
  const alarms = [
    findings(
      [look(0), look(0, { region: part }), look(1), look(1, { region: part, closerFor: 'fastestdet+pvb-2003' })],
      2,
    ),
    findings([look(0), look(0, { region: part, closerFor: 'fastestdet' })], 1),
  ]
  expect(networksMs(alarms, [pvb, fastest])).toBeCloseTo((3 * 51.5 + 5 * 5.41) / 3)
  expect(networksMs(alarms, [fastest])).toBeCloseTo((5 * 5.41) / 3)
  expect(networksMs(alarms, [pvb, model('own', 'whole')])).toBeNull()
})

test.each(['recommended', 'accurate'] as const)(
  '%s consists of what was chosen on all labelled alarms, with its parameters',
  (name) => {
    const ids = PACK_SETS[name] ?? []
    expect(CANDIDATES.map((set) => committeeKey(set))).toContain(committeeKey(ids))
    expect(nameOfSet(figures[name].packs.map((pack) => ({ id: pack.split(' ')[0]! })))).toBe(committeeKey(ids))
    expect(readParametersFile().committees).toHaveProperty([committeeKey(ids)])
    // The choice of the set took place in the folds, so each is named with its set.
    for (const choice of Object.keys(figures[name].chosen))
      expect(CANDIDATES.map((set) => committeeKey(set))).toContain(choice.split(': ')[0])
  },
)
