import { createHash } from 'node:crypto'
import { planBurst } from '@winnow/domain'
import { describe, expect, it } from 'vitest'
import { losesPictures } from '../media/loses-pictures.ts'
import type { ParsedSignal } from '../signal.ts'
import { uuencoded, winmail, zip } from '../testing/archives.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import {
  attachedMail,
  base64,
  dahuaMail,
  dahuaText,
  hikvisionMail,
  hikvisionRecorderMail,
  jpeg,
  nestedMail,
  plainMail,
  raw,
} from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'
import { parseMail } from './parse-mail.ts'

const receivedAt = new Date('2026-03-01T10:00:00Z')
const read = (mail: Buffer): Promise<ParsedSignal> => parseMail(mail, { receivedAt })

const SOUND = { failed: false, kind: true, bounded: true, hashes: true, storable: true, key: true, kept: true }

/** The conditions that every signal must meet. */
function soundness(mail: Buffer, signal: ParsedSignal): typeof SOUND {
  const stored = JSON.stringify({ ...signal, media: [] })
  return {
    failed: signal.problems.some((problem) => problem.detail?.startsWith('reader failed')),
    kind: ['alarm', 'stop', 'test', 'unparsed'].includes(signal.kind),
    bounded: signal.media.length <= 40 && signal.text.length <= 4000,
    hashes: signal.media.every((part) => createHash('sha256').update(part.bytes).digest('hex') === part.sha256),
    // Whether a database accepts it: it is well-formed and contains no NUL.
    storable: stored.isWellFormed() && !stored.includes(String.raw`\u0000`),
    key: /^[0-9a-f]{64}$/.test(signal.idempotencyKey),
    kept: !holdsPicture(mail) || opensAlarm(signal),
  }
}

/** The middle of each picture in base64, as most of the mails contain it. */
const ENCODED = Array.from({ length: 30 }, (_, seed) => Buffer.from(base64(jpeg(seed)).slice(200, 2200)))

/** Whether a mail still contains most of a picture in one piece. */
const holdsPicture = (mail: Buffer): boolean => ENCODED.some((bytes) => mail.includes(bytes))

/** Whether a signal has pictures, or reports that it lost some, and opens an alarm if its camera has no open alarm. */
function opensAlarm({ kind, event, media, problems }: ParsedSignal): boolean {
  const hasPictures = media.length > 0 || problems.some(losesPictures)
  const plan = planBurst({
    now: receivedAt,
    windowMs: 10_000,
    openAlarm: null,
    signal: { kind, event, hasPictures, standing: null, isUnfiltered: false },
  })
  return hasPictures && plan.action === 'open'
}

describe('mutations', () => {
  const seeds = [
    hikvisionMail(),
    hikvisionRecorderMail(),
    dahuaMail(dahuaText('Motion Detection Start'), 2),
    plainMail('Person detected from Door at 2021/12/27 17:42:19', 'Reolink', [jpeg(1), jpeg(2)]),
    nestedMail(4),
    dahuaMail(dahuaText('Motion Detection Stop'), 1),
    plainMail('Alarm', '-- \nThis is a test mail. Test message. Test.', [jpeg(3)]),
    attachedMail('a.zip', 'application/zip', zip({ name: '1.jpg', bytes: jpeg(4) }, { name: '2.jpg', bytes: jpeg(5) })),
    attachedMail('winmail.dat', 'application/ms-tnef', winmail('Motion', [{ name: '1.jpg', bytes: jpeg(6) }])),
    raw('Subject: x', '', uuencoded('1.jpg', jpeg(7))),
    raw('Subject: x', 'Content-Type: text/html', '', `<img src="data:image/jpeg;base64,${base64(jpeg(8))}">`),
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

  it(
    'three thousand variants of real mails never throw, exceed a limit or lose a picture, and always give a valid signal',
    { timeout: 120_000 },
    async () => {
      const next = random(20_260_301)
      const total = await cpuMs(async () => {
        for (let round = 0; round < 3000; round++) {
          const mail = mutate(seeds[round % seeds.length] ?? Buffer.alloc(0), next, tokens)
          const signal = await read(mail)
          expect({ round, ...soundness(mail, signal) }).toEqual({ round, ...SOUND })
        }
      })
      expect(total / 3000).toBeLessThan(20)
    },
  )
})
