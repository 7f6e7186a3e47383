import { describe, expect, test } from 'vitest'
import { formatPosition, parsePosition } from './event-position.ts'
import { formatSnapshot, hadEnded, parseSnapshot } from './snapshot.ts'

describe('a snapshot', () => {
  test.each(['1:1:', '100:104:100,102', '18446744073:18446744079:18446744073'])('%s is read and formatted', (text) => {
    const snapshot = parseSnapshot(text)
    expect(snapshot && formatSnapshot(snapshot)).toBe(text)
  })

  test('shows which transactions had ended', () => {
    const snapshot = parseSnapshot('100:104:100,102')
    if (!snapshot) throw new Error('not read')
    expect([99n, 100n, 101n, 102n, 103n, 104n, 105n].filter((xid) => hadEnded(xid, snapshot))).toEqual([
      99n,
      101n,
      103n,
    ])
  })

  test.each([
    '',
    'x',
    '1:2',
    '1:2:3:4',
    '5:4:',
    '0:4:',
    '1:4:4',
    '3:9:2',
    '1:9:5,5',
    '1:9:6,5',
    '1:9:,5',
    '1:9:5,',
    '-1:4:',
    '1:99999999999999999999:',
    "1:2:'; drop table alarm",
  ])('%j is refused, as by PostgreSQL', (text) => {
    expect(parseSnapshot(text)).toBeUndefined()
  })
})

describe('a position', () => {
  const seen = { xmin: 100n, xmax: 104n, running: [100n, 102n] }
  const batch = { xmin: 102n, xmax: 110n, running: [102n] }

  test('is unchanged after it was formatted and parsed, and fits into a header', () => {
    const at = new Date('2026-11-20T12:00:00.123Z')
    for (const position of [
      { at, seen },
      { at, seen, within: { batch, upTo: 77n } },
    ]) {
      const text = formatPosition(position)
      expect(text).toMatch(/^[\w.:,]+$/)
      expect(parsePosition(text)).toEqual(position)
    }
  })

  test.each([
    '',
    '17',
    'abc.def',
    'lx.1:1:.',
    'lx.1:1:.1:1:',
    'lx.1:1:.1:1:.x',
    'lx.1:1:.1:1:.1.1',
    'LX.1:1:',
    '.1:1:',
    'x'.repeat(9_000),
  ])('%j is refused', (text) => {
    expect(parsePosition(text)).toBeUndefined()
  })
})
