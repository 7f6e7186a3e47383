import { createTransport, type SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { mailAddressIssue } from '@winnow/domain'
import { describeMailError } from './mail-error.ts'
import type { Mail, Mailer, MailerOptions } from './mailer.ts'
import { oneLine } from './one-line.ts'
import { sendBounded } from './send-bounded.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { tapMail } from '../transcript/tap-mail.ts'
import { writeToOutbox } from './outbox-folder.ts'

const OUTBOX_KEEP = 1000

interface Sender {
  name: string
  address: string
  domain: string
}

function readSender(from: string): Sender {
  const [sender, ...others] = addressparser(from, { flatten: true })
  // The sender may be a local address (winnow@localhost), so only the form is checked.
  if (!sender || others.length > 0 || !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(sender.address)) {
    throw new Error(`Not a sender address: ${JSON.stringify(from)}`)
  }
  return { name: oneLine(sender.name), address: sender.address, domain: sender.address.split('@')[1] ?? '' }
}

const keyOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 200)

function toMessage(mail: Mail, from: Sender): SendMailOptions & { envelope: { from: string; to: string } } {
  const idOf = (key: string): string => `<${keyOf(key)}@${from.domain}>`
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    date: mail.date,
    ...(mail.messageKey === undefined ? {} : { messageId: idOf(mail.messageKey) }),
    ...(mail.threadKey === undefined ? {} : { inReplyTo: idOf(mail.threadKey), references: idOf(mail.threadKey) }),
    headers: Object.fromEntries(Object.entries(mail.headers ?? {}).map(([name, value]) => [name, oneLine(value)])),
    attachments: (mail.attachments ?? []).map(({ filename, contentType, content, cid }) => ({
      filename: oneLine(filename, 100),
      contentType,
      content: Buffer.from(content),
      ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
    })),
    xMailer: false,
    // A path or address in a mail must never cause anything to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Creates the mailer. It sends mails to a mail server or, if none is configured, writes them as `.eml` files into a folder. It is used for
 * alarms and for the mails of the system itself (password resets, invitations).
 * @throws {Error} when `from` is not one address
 */
export function createMailer(options: MailerOptions): Mailer {
  const from = readSender(options.from)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const smtp = options.smtp ? createSmtpTransport(options.smtp, options.guard, options.signal) : undefined

  return {
    target: smtp ? 'smtp' : 'outbox',
    async send(mail, { signal, transcript } = {}) {
      if (mailAddressIssue(mail.to)) {
        return { ok: false, retry: false, code: 'recipient', detail: 'The recipient is not an e-mail address.' }
      }
      const message = toMessage(mail, from)
      if (!smtp) {
        try {
          const { message: bytes } = await composer.sendMail(message)
          if (!Buffer.isBuffer(bytes)) throw new Error('The composer gave a stream although a buffer was asked for')
          const file = await writeToOutbox(
            options.outboxDir,
            { to: mail.to, message: bytes, now: mail.date },
            options.outboxKeep ?? OUTBOX_KEEP,
          )
          const tap = tapMail()
          tap.take(bytes)
          transcript?.sent(tap.text())
          return { ok: true, via: 'outbox', file }
        } catch {
          return { ok: false, retry: true, code: 'outbox', detail: 'The outbox folder could not be written.' }
        }
      }
      return sendBounded(smtp, message, { signal, transcript })
    },
    async verify() {
      if (!smtp) return { ok: true }
      try {
        await smtp.verify()
        return { ok: true }
      } catch (error) {
        return describeMailError(error)
      }
    },
    close: () => smtp?.close(),
  }
}
