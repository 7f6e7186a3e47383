import { expect, it } from 'vitest'
import { csvCell } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\u0000=1', "'\u0000=1"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n+1', "'\n'+1"],
  ["x;=cmd|'/c calc'!A1", "x;'=cmd|'/c calc'!A1"],
  ['x,=1', "x,'=1"],
  ['x\t=1', "x\t'=1"],
  ['x\r\n@SUM(A1)', "x\r'\n'@SUM(A1)"],
  ['x; -1', "x;' -1"],
  ['x;＝1', "x;'＝1"],
  ['x;＋1,－1\t＠A', "x;'＋1,'－1\t'＠A"],
  // A formula sign in quotes still starts the cell.
  ['x;"=1"', `x;'""=1""`],
  ["x;'=1", "x;''=1"],
])('inserts an apostrophe before each possible formula of %j', (text, cell) => {
  expect(csvCell(text)).toBe(`"${cell}"`)
})

it.each(['1+1=2', 'a-b', 'ada@example.com', 'a; b', '{"a":1}', 'x\ny'])('leaves %j unchanged', (text) => {
  expect(csvCell(text)).toBe(`"${text.replaceAll('"', '""')}"`)
})
