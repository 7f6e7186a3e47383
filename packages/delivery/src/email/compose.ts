import type { Severity } from '@winnow/contract'
import { createHash } from 'node:crypto'
import type { Mail, MailAttachment } from '../mail/mailer.ts'
import { oneLine } from '../mail/one-line.ts'
import { bestClass } from '../best-class.ts'
import { summaryOf } from '../occasion.ts'
import type { AttachedClip, AttachedPicture } from '../payload.ts'
import type { DeliveryMessage } from '../receiver.ts'
import { writeStationBody, type StationBody } from '../template/station-body.ts'
import type { AlarmWords } from './alarm-words.ts'
import { mailFacts, type MailFacts } from './facts.ts'

const PICTURE_CID = 'picture@alarm'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

function toText({ headline, explanation, rows, link }: MailFacts, { t }: AlarmWords): string {
  const line = (label: string, value: string): string => t('mails:alarm.line', { label, value })
  const lines = rows.map(([label, value]) => line(label, value))
  return [headline, explanation, '', ...lines, ...(link ? ['', line(link.text, link.url)] : []), ''].join('\n')
}

function toHtml(
  { headline, explanation, rows, link }: MailFacts,
  { locale, t }: AlarmWords,
  hasPicture: boolean,
): string {
  const picture = t('mails:alarm.picture')
  const cells = rows.map(
    ([label, value]) =>
      `<tr style="vertical-align:top"><td style="padding:2px 12px 2px 0;color:#666;white-space:nowrap">${escape(label)}</td><td style="padding:2px 0">${escape(value)}</td></tr>`,
  )
  return [
    `<!doctype html><html lang="${locale}"><body style="margin:16px;font:15px/1.45 sans-serif">`,
    `<h1 style="margin:0 0 4px;font-size:20px">${escape(headline)}</h1><p style="margin:0 0 12px">${escape(explanation)}</p>`,
    hasPicture
      ? `<p style="margin:0 0 12px"><img src="cid:${PICTURE_CID}" alt="${escape(picture)}" style="max-width:100%;height:auto"></p>`
      : '',
    `<table style="border-collapse:collapse;font-size:14px">${cells.join('')}</table>`,
    link ? `<p style="margin:12px 0 0"><a href="${escape(link.url)}">${escape(link.text)}</a></p>` : '',
    '</body></html>',
  ].join('\n')
}

/** A file name that no mail program can take for a path or for another type of file. */
function fileName(name: string, ending: 'jpg' | 'mp4'): string {
  const stem = oneLine(name, 100)
    .replace(/\.(?:jpe?g|mp4)$/i, '')
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replace(/^\.+/, '')
  return `${stem === '' ? 'alarm' : stem}.${ending}`
}

const pictureFile = ({ jpeg, name }: AttachedPicture, cid?: string): MailAttachment => ({
  filename: fileName(name, 'jpg'),
  contentType: 'image/jpeg',
  content: jpeg,
  ...(cid === undefined ? {} : { cid }),
})
const clipFile = ({ mp4, name }: AttachedClip): MailAttachment => ({
  filename: fileName(name, 'mp4'),
  contentType: 'video/mp4',
  content: mp4,
})

/** The mail in a station's form: plain text by its template, and the clip or the picture as its only attachment. */
export function composeStationMail(message: DeliveryMessage, recipient: string, station: StationBody): Mail {
  const { payload, picture, clip, id, now } = message
  return {
    to: recipient,
    subject: summaryOf(payload, bestClass(payload)),
    text: `${writeStationBody(station, payload, { id }).body}\n`,
    attachments: clip ? [clipFile(clip)] : picture ? [pictureFile(picture)] : [],
    ...identity(message, recipient),
    date: now,
  }
}

/** How mail programs are told that a mail is urgent, or can wait (RFC 2156). Without a choice of the receiver all mails are alike. */
const IMPORTANCE: Readonly<Record<Severity, Readonly<Record<string, string>>>> = {
  low: { Importance: 'low', 'X-Priority': '5' },
  medium: {},
  high: { Importance: 'high', 'X-Priority': '2' },
  critical: { Importance: 'high', 'X-Priority': '1' },
}

/** What names the mail over all attempts, and groups those about one alarm. */
function identity({ id, payload }: DeliveryMessage, recipient: string) {
  const who = createHash('sha256').update(recipient).digest('hex').slice(0, 12)
  return {
    messageKey: `${id}.${who}`,
    threadKey: `alarm-${payload.id}`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'X-Alarm-Id': payload.id,
      'X-Alarm-Type': payload.type,
      'X-Alarm-Verdict': payload.verdict,
      ...IMPORTANCE[payload.severity ?? 'medium'],
    },
  }
}

/**
 * Composes the mail about an alarm to one recipient. All attempts have the same Message-ID, so that a repetition is recognised. Mail
 * programs show a correction in the same conversation as its alarm.
 * @param isWithoutMail whether the mail says that it stands for one of the camera's own, which there is not
 */
export function composeAlarmMail(
  message: DeliveryMessage,
  recipient: string,
  words: AlarmWords,
  isWithoutMail = false,
): Mail {
  const { payload, picture, clip } = message
  const said = mailFacts(payload, words)
  const explanation = isWithoutMail ? `${said.explanation} ${words.t('mails:alarm.withoutMail')}` : said.explanation
  const facts = { ...said, explanation }
  return {
    to: recipient,
    subject: facts.subject,
    text: toText(facts, words),
    html: toHtml(facts, words, picture !== undefined),
    // The picture stands in the text, where it is seen without opening anything.
    attachments: [...(picture ? [pictureFile(picture, PICTURE_CID)] : []), ...(clip ? [clipFile(clip)] : [])],
    ...identity(message, recipient),
    date: message.now,
  }
}
