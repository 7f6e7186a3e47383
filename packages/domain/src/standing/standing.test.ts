import { describe, expect, it } from 'vitest'
import { isSameStanding, isUnfiltered, readStandingFacts, standingAt, type StandingFacts } from './standing.ts'

const NOON = new Date('2026-03-28T12:00:00Z')
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const DAYS = 86_400

interface Changes {
  site?: Partial<StandingFacts['site']>
  view?: Partial<StandingFacts['view']>
}

const facts = ({ site, view }: Changes = {}): StandingFacts => ({
  site: { active: true, pausedUntil: null, ...site },
  view: { active: true, pausedUntil: null, products: ['detect'], ...view },
})

const standing = (changes?: Changes) => standingAt(facts(changes), NOON)

describe('a camera counts', () => {
  it.each<[string, Changes]>([
    ['when it is active, not paused and has a product', {}],
    ['with any product', { view: { products: ['investigate'] } }],
    ['exactly at the end of its pause', { view: { pausedUntil: NOON } }],
    ['after the end of its pause', { view: { pausedUntil: after(-1) } }],
    ['after the end of its site’s pause', { site: { pausedUntil: after(-1) } }],
    ['with a pause that is longer than allowed', { view: { pausedUntil: after(32 * DAYS) } }],
    ['with a pause of its site that is longer than allowed', { site: { pausedUntil: after(400 * DAYS) } }],
    ['when it is not known whether it is active', { site: { active: undefined }, view: { active: undefined } }],
    ['when its products are not known', { view: { products: undefined } }],
    ['when its pause is not known', { site: { pausedUntil: undefined }, view: { pausedUntil: undefined } }],
    ['when the end of its pause is not a valid time', { view: { pausedUntil: new Date(Number.NaN) } }],
  ])('%s', (_what, changes) => {
    expect(standing(changes)).toBeNull()
  })
})

describe('a camera does not count', () => {
  it.each<[string, Changes, string, Date | null]>([
    ['when it is switched off', { view: { active: false } }, 'inactive', null],
    ['when its site is switched off', { site: { active: false } }, 'inactive', null],
    ['when a person has switched off all its products', { view: { products: [] } }, 'no-product', null],
    ['while it is paused', { view: { pausedUntil: after(60) } }, 'paused', after(60)],
    ['in the last instant of its pause', { view: { pausedUntil: after(0.001) } }, 'paused', after(0.001)],
    ['while its site is paused', { site: { pausedUntil: after(60) } }, 'paused', after(60)],
    ['during the longest pause', { site: { pausedUntil: after(31 * DAYS) } }, 'paused', after(31 * DAYS)],
  ])('%s · OVERRIDE-002 SITES-002', (_what, changes, reason, until) => {
    expect(standing(changes)).toEqual({ reason, until })
  })

  it.each([
    ['site', 60, 120],
    ['camera', 120, 60],
  ])('until the later of two pauses ends, if that of the %s ends first', (_first, site, view) => {
    const both = { site: { pausedUntil: after(site) }, view: { pausedUntil: after(view) } }
    expect(standing(both)).toEqual({ reason: 'paused', until: after(120) })
  })

  it('for the reason that a user must end, even if another reason ends by itself', () => {
    const paused = { pausedUntil: after(60) }
    expect(standing({ view: { ...paused, active: false, products: [] } })).toEqual({ reason: 'inactive', until: null })
    expect(standing({ view: { ...paused, products: [] } })).toEqual({ reason: 'no-product', until: null })
  })
})

describe('an alarm of a camera', () => {
  const unfiltered = (products?: string[], productsTaken?: string[]) =>
    isUnfiltered(facts({ view: { products, productsTaken } }))

  it.each<[boolean, string, string[] | undefined, string[] | undefined]>([
    [true, 'if its only product was taken', ['detect'], ['detect']],
    [true, 'if all its products were taken', ['detect', 'protect'], ['protect', 'detect']],
    [false, 'if one product is left', ['detect', 'protect'], ['protect']],
    [false, 'if no product was taken', ['detect'], []],
    [false, 'if a person has switched off all its products', [], ['detect']],
    [false, 'if its products are not known', undefined, ['detect']],
    [false, 'if it is not known which products were taken', ['detect'], undefined],
  ])('is delivered without analysis (%s) %s', (expected, _what, products, taken) => {
    expect(unfiltered(products, taken)).toBe(expected)
  })
})

describe('two standings', () => {
  it.each([
    [true, null, null],
    [true, { reason: 'paused', until: NOON } as const, { reason: 'paused', until: new Date(NOON) } as const],
    [true, { reason: 'inactive', until: null } as const, { reason: 'inactive', until: null } as const],
    [false, null, { reason: 'inactive', until: null } as const],
    [false, { reason: 'inactive', until: null } as const, { reason: 'no-product', until: null } as const],
    [false, { reason: 'paused', until: NOON } as const, { reason: 'paused', until: after(1) } as const],
    [false, { reason: 'paused', until: NOON } as const, null],
  ])('are the same (%s): %o and %o', (same, one, other) => {
    expect(isSameStanding(one, other)).toBe(same)
  })
})

describe('stored facts', () => {
  it('are unchanged when they are read from JSON, but null is undefined', () => {
    const stored = facts({ site: { active: false }, view: { pausedUntil: after(60), products: ['detect', 'protect'] } })
    const read = readStandingFacts(JSON.parse(JSON.stringify(stored)))
    expect(read).toEqual({ ...stored, site: { active: false, pausedUntil: undefined } })
  })

  it.each([
    ['missing', null],
    ['a string', 'paused'],
    ['of other types', { site: { active: 'no', pausedUntil: 'tomorrow' }, view: { active: 0, products: 'none' } }],
    ['all null', { site: { active: null, pausedUntil: null }, view: { active: null, products: null } }],
  ])('that are %s do not stop a camera from counting', (_what, stored) => {
    expect(standingAt(readStandingFacts(stored), NOON)).toBeNull()
  })
})
