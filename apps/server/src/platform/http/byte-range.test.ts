import { expect, it } from 'vitest'
import { byteRange } from './byte-range.ts'

it.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-20', { start: 80, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=100-200', 'outside'],
  ['bytes=-0', 'outside'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=-', undefined],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['pages=1-2', undefined],
  ['bytes=a-b', undefined],
])('%s of a hundred bytes is %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected)
})

it('nothing of an empty file can be asked for', () => {
  expect([byteRange('bytes=0-', 0), byteRange('bytes=-5', 0), byteRange(undefined, 0)]).toEqual([
    'outside',
    'outside',
    undefined,
  ])
})
