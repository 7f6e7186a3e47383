import { describe, expect, it } from 'vitest'
import { checkRatchets, type Findings } from './check-ratchets.ts'

const WRITTEN = { long: { 'a.ts': 2, 'b.ts': 1 } }

/** Findings of the rule `long`, one per line. A file is named as often as it breaks the rule. */
const found = (...files: string[]): Findings => ({
  long: files.map((file, at) => ({ file, line: at + 1, message: 'is too long' })),
})

describe('a ratchet', () => {
  it('passes with the stored counts', () => {
    expect(checkRatchets(WRITTEN, found('a.ts', 'a.ts', 'b.ts'))).toEqual({ ok: true, lines: [], counts: WRITTEN })
  })

  it('fails when a count grows in a file, lists every place, and is not stored', () => {
    const { ok, lines, counts } = checkRatchets(WRITTEN, found('a.ts', 'a.ts', 'b.ts', 'b.ts'))
    expect(ok).toBe(false)
    expect(lines).toEqual(['long · b.ts: 2, at most 1 allowed.', '    b.ts:3 is too long', '    b.ts:4 is too long'])
    expect(counts).toBeUndefined()
  })

  it('fails when a file that did not break the rule breaks it once', () => {
    const { ok, lines } = checkRatchets(WRITTEN, found('a.ts', 'a.ts', 'b.ts', 'c.ts'))
    expect(ok).toBe(false)
    expect(lines).toEqual(['long · c.ts: 1, at most 0 allowed.', '    c.ts:4 is too long'])
  })

  it('fails when a count falls and was not stored, and can be stored', () => {
    const { ok, lines, counts } = checkRatchets(WRITTEN, found('a.ts'))
    expect(ok).toBe(false)
    expect(lines).toEqual([
      'long · a.ts: 2 are written down and 1 are left. Run `npm run ratchets`.',
      'long · b.ts: 1 are written down and 0 are left. Run `npm run ratchets`.',
    ])
    expect(counts).toEqual({ long: { 'a.ts': 1 } })
  })

  it('can be stored when the count moves with its file, since the total is the same', () => {
    const { ok, counts } = checkRatchets(WRITTEN, found('a.ts', 'a.ts', 'moved/b.ts'))
    expect(ok).toBe(false)
    expect(counts).toEqual({ long: { 'a.ts': 2, 'moved/b.ts': 1 } })
  })

  it('cannot be stored when one rule falls and another grows', () => {
    const both = { ...found('a.ts'), wide: [{ file: 'a.ts', line: 1, message: 'is too wide' }] }
    expect(checkRatchets({ ...WRITTEN, wide: {} }, both).counts).toBeUndefined()
  })

  it('can be stored when a rule is new, with its current counts, and when a rule is no longer counted', () => {
    const { ok, counts } = checkRatchets(WRITTEN, { wide: [{ file: 'a.ts', line: 1, message: 'is too wide' }] })
    expect(ok).toBe(false)
    expect(counts).toEqual({ wide: { 'a.ts': 1 } })
  })
})
