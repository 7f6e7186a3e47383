import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'

/** The result of mails sent at an even rate, independent of the replies to earlier mails. */
export interface Sent {
  /** Milliseconds from the first byte of the connection to the `250`, for each accepted mail. */
  taken: number[]
  /** Number of temporary refusals: a 451, or a refused connection. */
  refused: number
  /** The reasons of the refusals, with their numbers. */
  reasons: Map<string, number>
}

/** A mail of a camera with one picture. Each mail is different. */
function mailOf(picture: string, sequence: number): string {
  return [
    'From: camera@site.example',
    'To: alarms',
    `Subject: Line crossing ${sequence}`,
    `Message-ID: <${randomUUID()}@load>`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    `EVENT TYPE: Line Crossing ${sequence}`,
    '--part',
    'Content-Type: image/jpeg; name=picture.jpg',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=picture.jpg',
    '',
    picture,
    '--part--',
    '',
  ].join('\r\n')
}

/** Sends mails to the addresses in turn at a fixed rate per second. Each has a separate connection, as with cameras. */
export async function sendMails(
  smtp: { host: string; port: number },
  options: { to: readonly string[]; pictures: readonly Buffer[]; perSecond: number; count: number },
): Promise<Sent> {
  if (smtp.host !== '127.0.0.1' && smtp.host !== 'localhost') throw new Error('the load goes to this machine only')
  const { to, perSecond, count } = options
  const pictures = options.pictures.map((picture) => (picture.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'))
  const result: Sent = { taken: [], refused: 0, reasons: new Map() }
  const send = async (sequence: number): Promise<void> => {
    const transport = createTransport({ ...smtp, secure: false, ignoreTLS: true })
    const began = performance.now()
    try {
      const address = to[sequence % to.length] ?? ''
      const raw = mailOf(pictures[sequence % pictures.length] ?? '', sequence)
      await transport.sendMail({ envelope: { from: 'camera@site.example', to: [address] }, raw })
      result.taken.push(performance.now() - began)
    } catch (error) {
      result.refused++
      const reason = error instanceof Error ? error.message.slice(0, 80) : 'unknown'
      result.reasons.set(reason, (result.reasons.get(reason) ?? 0) + 1)
    } finally {
      transport.close()
    }
  }
  const began = performance.now()
  const sending: Promise<void>[] = []
  for (let sequence = 0; sequence < count; sequence++) {
    const waitMs = began + (sequence * 1000) / perSecond - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    sending.push(send(sequence))
  }
  await Promise.all(sending)
  return result
}
