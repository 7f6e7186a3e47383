import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isListed, keptTexts, nearTexts, plateSimilarity, plateSkeleton } from './plate-match.ts'
import { camera, facts, LEFT, outcomeOf, rule, standingAt } from './scene.fixture.ts'

const plate = (text: string, isSure = true, x = 0.25) => ({ text, isSure, frame: 0, box: standingAt(x, 0.5) })
const read = (...plates: ReturnType<typeof plate>[]) => facts([], { frames: 1, plates: { plates, isComplete: true } })
const ofList = rule({ detectionType: 'watch_list', meta: { listId: 'list' } })
const match = { listId: 'list', read: 'ABO12', listed: 'AB012', list: 'Thieves' }

describe('a rule for plates', () => {
  const any = rule({ detectionType: 'licence_plate' })
  it.each([
    ['any plate', any, [plate('AB12CD')], 'hit'],
    ['no guess', any, [plate('AB12CD', false)], 'nothing'],
    ['none', any, [], 'nothing'],
    ['one of its zone', { ...any, zones: [LEFT] }, [plate('AB12CD')], 'hit'],
    ['none of elsewhere', { ...any, zones: [LEFT] }, [plate('AB12CD', true, 0.8)], 'nothing'],
    ['one of its list', ofList, [plate('ABO12')], 'hit'],
    ['a guess that is on its list', ofList, [plate('ABO12', false)], 'hit'],
    ['none that is not on its list', ofList, [plate('XY99Z')], 'nothing'],
  ] as const)('finds %s', (_what, of, plates, outcome) => {
    expect(outcomeOf(camera(of).sees(0, read(...plates), { matches: [match] }))).toBe(outcome)
  })
  it('tells what was read and what is listed', () => {
    expect(camera(ofList).sees(0, read(plate('ABO12')), { matches: [match] })).toMatchObject([
      { plate: { read: 'ABO12', listed: 'AB012', list: 'Thieves' }, boxes: [{ frame: 0, label: 'ABO12' }] },
    ])
    const other = camera({ ...ofList, meta: { listId: 'other' } })
    expect(other.sees(0, read(plate('ABO12')), { matches: [match], lists: ['list', 'other'] })).toEqual([])
  })
  it('could not look where its list was deleted meanwhile', () => {
    const sees = (...plates: ReturnType<typeof plate>[]) => camera(ofList).sees(0, read(...plates), { lists: [] })
    expect(sees(plate('ABO12'))).toMatchObject([{ outcome: 'not-seen', why: 'list' }])
    expect(sees()).toEqual([])
  })
  it('could not look where plates were not read, or not all', () => {
    expect(camera(any).sees(0, facts([], { frames: 1 }))).toMatchObject([{ outcome: 'not-seen', why: 'plates' }])
    const some = facts([], { frames: 1, plates: { plates: [], isComplete: false } })
    expect(outcomeOf(camera(any).sees(0, some))).toBe('not-seen')
  })
})

describe('plates that look alike', () => {
  it.each([
    ['AB O12', 'ab-012', 1],
    ['MILO1', 'M1L0I', 1],
    ['B8S5Z2', '88552Z', 1],
    ['AB12CD', 'AB12CE', 1 - 1 / 6],
    ['AB12CD', 'AB12C', 1 - 1 / 6],
    ['AB12CD', 'XAB12CD', 1 - 1 / 7],
    ['AB12CD', 'AB34CD', 0],
    ['AB12CD', 'BA12CD', 0],
    ['', '', 0],
  ])('%s and %s agree to %d', (one, other, share) => {
    expect(plateSimilarity(one, other)).toBeCloseTo(share)
    expect(plateSimilarity(other, one)).toBeCloseTo(share)
  })

  it.each([
    ['ABO12', true, null, 'AB012', true],
    ['AB12CD', true, null, 'AB12CE', false],
    ['AB12CD', true, 0.8, 'AB12CE', true],
    ['AB12CD', true, 0.9, 'AB12CE', false],
    ['AB12CD', false, 0.8, 'AB12CE', false],
    ['ABO12', false, 0.8, 'AB012', true],
  ])('%s (sure: %s) with %j is %s: %s', (text, isSure, threshold, listed, expected) => {
    expect(isListed({ text, isSure }, listed, threshold)).toBe(expected)
  })

  it('are found by the texts that all have which may be meant', () => {
    const finds = (text: string, listed: string) => {
      const [asked, kept] = [nearTexts({ text, isSure: true }, 0.5), keptTexts(listed)]
      const shares = (one: string[] = [], other: string[] = []) => one.some((each) => other.includes(each))
      return (
        asked !== undefined &&
        [0, 1, 2].some((part) => shares(asked.outside[part], kept.outside[part])) &&
        shares(asked.near, kept.near)
      )
    }
    for (const listed of ['AB12CD', 'ABI2CD', 'AB12CE', 'AB12C', 'XAB12CD', 'B12CD', 'AB1CD', 'AB1X2CD'])
      expect([listed, finds('AB12CD', listed), finds(listed, 'AB12CD')]).toEqual([listed, true, true])
    for (const other of ['AB34CD', 'AB12', 'XXAB12CD', 'XB12CE'])
      expect([other, finds('AB12CD', other)]).toEqual([other, false])
    const letters = fc.string({ unit: fc.constantFrom('A', 'B', '1'), minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const may = plateSimilarity(one, other) > 0
        return !may || finds(one, other)
      }),
      { numRuns: 2_000 },
    )
    expect(nearTexts({ text: 'AB12CD345678', isSure: true }, 0.5)?.near.length).toBeLessThanOrEqual(13)
    // A guess, or a rule that wants all characters, is looked up as it is.
    for (const asked of [
      nearTexts({ text: 'AB12CD', isSure: false }, 0.8),
      nearTexts({ text: 'AB12CD', isSure: true }, null),
      nearTexts({ text: 'AB12CD', isSure: true }, 0.95),
    ])
      expect(asked).toBeUndefined()
  })

  it('are compared without accents and signs', () => {
    expect(plateSkeleton('mü-ll 12')).toBe(plateSkeleton('MULL12'))
  })
})
