import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ParsedSignal } from '../signal.ts'
import {
  base64,
  dahuaMail,
  dahuaText,
  hikvisionMail,
  hikvisionRecorderMail,
  jpeg,
  picturePart,
  plainMail,
  raw,
} from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

const receivedAt = new Date('2026-03-01T10:00:00Z')
const read = (mail: Buffer): Promise<ParsedSignal> => parseMail(mail, { receivedAt })

/** Milliseconds of processor time that `work` took: what others of this process had to wait, on a machine however busy. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const MB = 1024 * 1024
const many = (line: string, bytes: number): string => line.repeat(Math.floor(bytes / line.length))
const multipart = (body: string): Buffer =>
  raw('Subject: Motion', 'Content-Type: multipart/mixed; boundary=b', '', body)

/** A multipart in a multipart in a multipart …, a picture in the innermost. */
function nested(levels: number): Buffer {
  let body = picturePart(`b${levels}`, 'a.jpg', jpeg(1)).join('\r\n')
  for (let level = levels; level > 0; level--) {
    const head = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n${body}\r\n--b${level}--\r\n`
    body = level === 1 ? head : `--b${level - 1}\r\n${head}`
  }
  return Buffer.from(`Subject: Motion\r\n${body}`)
}

describe('bounds', () => {
  it('forty parts are read and the rest is reported', async () => {
    const signal = await read(
      plainMail(
        'Motion',
        'x',
        Array.from({ length: 60 }, (_, n) => jpeg(n, 300)),
      ),
    )
    expect(signal.kind).toBe('unparsed')
    expect(signal.problems).toEqual([{ code: 'too-many-parts', detail: 'more than 40' }])
    // the multipart and the text count as parts too
    expect(signal.media).toHaveLength(38)
  })

  it('thirty pictures are an ordinary mail', async () => {
    const signal = await read(
      plainMail(
        'Motion',
        'x',
        Array.from({ length: 30 }, (_, n) => jpeg(n, 300)),
      ),
    )
    expect(signal).toMatchObject({ kind: 'alarm', problems: [] })
    expect(signal.media).toHaveLength(30)
  })

  it('ten levels are opened and an eleventh is not', async () => {
    expect(await read(nested(10))).toMatchObject({ kind: 'alarm', problems: [], media: [{ name: 'a.jpg' }] })
    const deeper = await read(nested(11))
    expect(deeper.kind).toBe('unparsed')
    expect(deeper.problems).toContainEqual({ code: 'too-deep', detail: 'more than 10 levels' })
  })

  it('a picture that is too large is left out and the others are kept', async () => {
    const mail = plainMail('Motion', 'x', [jpeg(1, 5000), jpeg(2, 900)])
    const signal = await parseMail(mail, { receivedAt, limits: { maxPartBytes: 1000 } })
    expect(signal.media.map((part) => part.bytes.length)).toEqual([900])
    expect(signal.problems).toEqual([{ code: 'part-too-large', detail: 'more than 1000 bytes' }])
    expect(signal.kind).toBe('alarm')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['bytes', Buffer.from([0, 255, 13, 10, 1, 2])],
    ['an empty line', Buffer.from('\r\n\r\n')],
    ['headers without end', Buffer.from(`X: ${'a'.repeat(100_000)}`)],
  ])('%s comes back as unparsed', async (_, mail) => {
    expect((await read(mail)).kind).toBe('unparsed')
  })

  it('prose without headers is kept as text', async () => {
    const signal = await read(Buffer.from('hello camera\r\nsecond line'))
    expect(signal).toMatchObject({ kind: 'unparsed', text: 'hello camera\nsecond line' })
    expect(signal.problems).toContainEqual({ code: 'not-mime', detail: 'no headers' })
  })
})

describe('bombs take no longer than their size', () => {
  // 10 MB of honest mail take some 60 ms here; what is quadratic takes minutes
  it.each([
    ['boundaries only', multipart(many('--b\r\n', 10 * MB))],
    ['almost boundaries', multipart(many('--bx\r\n', 10 * MB))],
    ['boundaries inside lines', multipart(many('x--b', 10 * MB))],
    ['one line', multipart('a'.repeat(10 * MB))],
    [
      'one line of base64 padding',
      raw('Subject: x', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', '='.repeat(10 * MB)),
    ],
    [
      'base64 in chunks of four',
      raw('Subject: x', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', many('QQ==', 10 * MB)),
    ],
    [
      'quoted-printable of equal signs',
      raw('Subject: x', 'Content-Transfer-Encoding: quoted-printable', '', '='.repeat(10 * MB)),
    ],
    ['opening brackets in HTML', raw('Subject: x', 'Content-Type: text/html', '', '<'.repeat(10 * MB))],
    ['comments in HTML', raw('Subject: x', 'Content-Type: text/html', '', many('<!--', 10 * MB))],
    ['styles in HTML', raw('Subject: x', 'Content-Type: text/html', '', many('<style>', 10 * MB))],
    ['open elements in XML', raw('Subject: x', 'Content-Type: text/xml', '', `<Alarm>${many('<EventType>', 10 * MB)}`)],
    ['header lines', raw(many('X-A: b\r\n', 10 * MB), '', 'x')],
    ['encoded words', raw(`Subject: ${many('=?utf-8?B?QQ==?= ', 60_000)}`, '', 'x')],
    ['broken encoded words', raw(`Subject: ${many('=?a?B?', 60_000)}`, '', 'x')],
    ['blanks in a subject', raw(`Subject: x${' '.repeat(60_000)}y`, '', 'x')],
    ['parameters', raw(`Content-Type: multipart/mixed; ${many('a*0*=b;', 60_000)} boundary=b`, '', '--b--')],
    ['colons', raw('Subject: x', '', many('a:(b', MB))],
    ['parentheses', raw('Subject: x', '', many('(', MB))],
    ['words of events', raw(`Subject: ${many('motion detected on ', 60_000)}`, '', many('detected from ', MB))],
    ['digits', raw(`Subject: ${'2'.repeat(60_000)}`, '', many('12/12/', MB))],
    ['blank text', raw('Subject: x', '', many(' \t', 10 * MB))],
    ['mails in mails', raw('Subject: x', many('Content-Type: message/rfc822\r\n\r\n', 10 * MB))],
    ['multiparts in multiparts', nested(3000)],
  ])('%s', { timeout: 60_000 }, async (_, mail) => {
    const ms = await cpuMs(async () => {
      const signal = await read(mail)
      expect(signal.text.length).toBeLessThanOrEqual(4000)
    })
    expect(ms).toBeLessThan(3000)
  })
})

const SOUND = { failed: false, kind: true, bounded: true, hashes: true, storable: true, key: true }

/** What must hold of every signal, whatever it was made of. */
function soundness(signal: ParsedSignal): typeof SOUND {
  const stored = JSON.stringify({ ...signal, media: [] })
  return {
    failed: signal.problems.some((problem) => problem.detail?.startsWith('reader failed')),
    kind: ['alarm', 'stop', 'test', 'unparsed'].includes(signal.kind),
    bounded: signal.media.length <= 40 && signal.text.length <= 4000,
    hashes: signal.media.every((part) => createHash('sha256').update(part.bytes).digest('hex') === part.sha256),
    // what a database takes: well-formed and without NUL
    storable: stored.isWellFormed() && !stored.includes(String.raw`\u0000`),
    key: /^[0-9a-f]{64}$/.test(signal.idempotencyKey),
  }
}

/** A small generator with a fixed start, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('mutations', () => {
  const seeds = [
    hikvisionMail(),
    hikvisionRecorderMail(),
    dahuaMail(dahuaText('Motion Detection Start'), 2),
    plainMail('Person detected from Door at 2021/12/27 17:42:19', 'Reolink', [jpeg(1), jpeg(2)]),
    nested(4),
    raw(
      'Subject: x',
      'Content-Type: text/html; charset=gb2312',
      'Content-Transfer-Encoding: base64',
      '',
      base64('<b>EVENT TYPE: x</b>'),
    ),
  ]
  const tokens = [
    '\r\n',
    '\n\n',
    '--#BOUNDARY#',
    '--#BOUNDARY#--',
    '--b0',
    'Content-Type: multipart/mixed; boundary=b0\r\n\r\n',
    '=?',
    '?=',
    '\0',
    '"',
    ';',
    '=',
    ':',
    'base64',
    '<',
  ]

  function mutate(mail: Buffer, next: (below: number) => number): Buffer {
    let bytes = Buffer.from(mail)
    for (let edits = 1 + next(6); edits > 0; edits--) {
      const at = next(bytes.length)
      const kind = next(5)
      if (kind === 0) bytes[at] = next(256)
      else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + next(300))])
      else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(next(bytes.length))])
      else if (kind === 3) bytes = bytes.subarray(0, at + 1)
      else
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(tokens[next(tokens.length)] ?? ''),
          bytes.subarray(at),
        ])
    }
    return bytes
  }

  it(
    'of real mails, three thousand of them, never throw, never break a bound and always give a sound signal',
    { timeout: 120_000 },
    async () => {
      const next = random(20_260_301)
      const total = await cpuMs(async () => {
        for (let round = 0; round < 3000; round++) {
          const mail = mutate(seeds[round % seeds.length] ?? Buffer.alloc(0), next)
          const signal = await read(mail)
          expect({ round, ...soundness(signal) }).toEqual({ round, ...SOUND })
        }
      })
      expect(total / 3000).toBeLessThan(20)
    },
  )
})
