import { expect, it } from 'vitest'
import { readMailHead } from './read-mail-head.ts'

const head = (...lines: string[]) =>
  readMailHead(Buffer.from([...lines, '', 'Date: Thu, 1 Jan 1970 00:00:00 GMT'].join('\r\n')))

it('reads the id, the date and the sender of a mail from its headers alone', () => {
  expect(
    head(
      'From: =?utf-8?Q?Zentr=C3=A4le?= <panel@site.example>',
      'Message-ID: <1@panel>',
      'DATE: Thu, 26 Nov 2026 18:00:00 +0100',
    ),
  ).toEqual({ messageId: '<1@panel>', date: new Date('2026-11-26T17:00:00Z'), from: 'Zenträle <panel@site.example>' })
  expect(head('Subject: disarm')).toEqual({ messageId: null, date: null, from: null })
})

it.each([
  ['26 Nov 2026 18:00 GMT', '2026-11-26T18:00:00.000Z'],
  ['Thu, 26 Nov 2026 18:00:00 -0500 (EST)', '2026-11-26T23:00:00.000Z'],
  // A date without a zone says nothing about an instant.
  ['Thu, 26 Nov 2026 18:00:00', undefined],
  ['2026-11-26', undefined],
  ['Thu, 99 Nov 2026 18:00:00 +0000', undefined],
  ['1', undefined],
])('reads the date %s as %s', (text, expected) => {
  expect(head(`Date: ${text}`).date?.toISOString()).toBe(expected)
})

it.each([['no headers'], [''], ['\u0000\u0001\u0002'], [`From: ${'x'.repeat(500_000)}`]])(
  'reads anything: %#',
  (text) => {
    expect(readMailHead(Buffer.from(text)).date).toBeNull()
  },
)
