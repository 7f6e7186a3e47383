import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable, writeTable } from './receiver-table.ts'

const COLUMNS = [{ name: 'camera' }, { name: 'zone' }, { name: 'account' }]

describe('a table of cameras', () => {
  it.each([
    ['a spreadsheet', 'North gate\t1\tBEEF\nYard, east\t2\t\r\n'],
    ['a CSV file with semicolons', 'North gate;1;BEEF\n"Yard, east";2'],
    ['a CSV file with commas', 'North gate,1,BEEF\n\n"Yard, east",2,'],
  ])('is read from %s', (_what, text) => {
    expect(readTable(text, COLUMNS)).toEqual([
      { camera: 'North gate', zone: '1', account: 'BEEF' },
      { camera: 'Yard, east', zone: '2' },
    ])
  })

  it('is not split at what stands in quotation marks', () => {
    expect(readTable('"Gate; north",5\nYard,6', COLUMNS)).toEqual([
      { camera: 'Gate; north', zone: '5' },
      { camera: 'Yard', zone: '6' },
    ])
  })

  it('keeps names of one column and quotation marks', () => {
    expect(readTable('Gate\n"The ""old"" gate"', COLUMNS)).toEqual([{ camera: 'Gate' }, { camera: 'The "old" gate' }])
    expect(readTable('', COLUMNS)).toEqual([])
    expect(writeTable(undefined, COLUMNS)).toBe('')
  })

  it('is read as it was written, whatever the names', () => {
    const cell = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.trim().replaceAll(/[\r\n]/g, '') || 'x')
    const row = fc.record({ camera: cell, zone: cell, account: cell }, { requiredKeys: ['camera'] })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 10 }), (rows) => {
        expect(readTable(writeTable(rows, COLUMNS), COLUMNS)).toEqual(rows)
      }),
    )
  })
})
