import { randomBytes } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { jpeg } from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

/** Writes a mail with a library that implements every rule of the format. */
async function compose(options: object): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: 'Gate <cam@x.example>',
    to: 'gate-1@x.example',
    ...options,
  })
  if (!Buffer.isBuffer(message)) throw new TypeError('the mail was not composed in memory')
  return message
}

const WORDS = ['Motion', 'Größe', '移动侦测', 'Łódź', '🚗', 'Привет', 'on', 'Gate 1;', '"quoted"', 'x=y', '--b', '.']

describe('well-formed mails', () => {
  it('give the same result as in a full mail library', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 40; round++) {
      const pick = (n: number): string =>
        Array.from({ length: n }, (_, i) => WORDS[(round * 7 + i * 5) % WORDS.length]).join(' ')
      const pictures = Array.from({ length: round % 5 }, (_, n) =>
        Buffer.concat([jpeg(n, 400), randomBytes(round * 97)]),
      )
      const raw = await compose({
        subject: pick(round % 9),
        text: `${pick(20)}\n${pick(round)}\n.\n`,
        ...(round % 3 === 0 ? { html: `<p>${pick(3)}</p>` } : {}),
        textEncoding: round % 2 === 0 ? 'base64' : 'quoted-printable',
        attachments: pictures.map((content, n) => ({
          content,
          filename: `${WORDS[(round + n) % 6]} ${n}.jpg`,
          ...(n % 2 === 0 ? { cid: `picture${n}@x`, contentDisposition: 'inline' } : {}),
        })),
      })
      const ours = await parseMail(raw, { receivedAt: new Date() })
      const theirs = await simpleParser(raw)
      expect({
        round,
        subject: ours.subject ?? '',
        messageId: ours.messageId,
        names: ours.media.map((part) => part.name),
        media: ours.media.map((part) => Buffer.from(part.bytes).toString('hex')),
        text: ours.text.replace(/\s+/g, ' ').trim(),
      }).toEqual({
        round,
        subject: theirs.subject ?? '',
        messageId: theirs.messageId,
        names: theirs.attachments.map((part) => part.filename),
        media: theirs.attachments.map((part) => part.content.toString('hex')),
        text: (theirs.text ?? '').replace(/\s+/g, ' ').trim(),
      })
    }
  })
})
