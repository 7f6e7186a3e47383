import { connect } from 'node:net'
import { createInterface } from 'node:readline'

export interface MailAttempt {
  to: string | string[]
  /** The message. Undefined: the connection ends after the recipients. */
  message?: string | undefined
  login?: { user: string; password: string }
}

/** Sends SMTP line by line and returns all reply codes in order. A mail library would turn some of them into errors. */
export async function sendBySmtp(port: number, attempt: MailAttempt): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const codes: number[] = []
  const reply = async (): Promise<number> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the server hung up after ${codes.join(' ')}`)
      if (value[3] !== '-') return Number(value.slice(0, 3))
    }
  }
  const say = async (line: string): Promise<number> => {
    socket.write(`${line}\r\n`)
    const code = await reply()
    codes.push(code)
    return code
  }
  try {
    await reply()
    await say('EHLO camera')
    codes.length = 0
    if (attempt.login) {
      const { user, password } = attempt.login
      if ((await say(`AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`)) !== 235) return codes
    }
    if ((await say('MAIL FROM:<camera@site.example>')) !== 250) return codes
    let taken = 0
    for (const to of [attempt.to].flat()) if ((await say(`RCPT TO:<${to}>`)) === 250) taken++
    if (taken === 0 || attempt.message === undefined) return codes
    if ((await say('DATA')) === 354) await say(`${attempt.message.replaceAll(/\r?\n/g, '\r\n')}\r\n.`)
    return codes
  } finally {
    socket.destroy()
  }
}

/** A camera's mail with a picture. */
export function cameraMail(
  options: { subject?: string; text?: string; picture?: Uint8Array; id?: string } = {},
): string {
  const { subject = 'Motion Detected', text = 'EVENT TYPE: Motion Detected', picture, id } = options
  const head = ['From: camera@site.example', 'To: winnow', `Subject: ${subject}`, 'MIME-Version: 1.0']
  if (id) head.push(`Message-ID: <${id}@camera>`)
  if (!picture) return [...head, 'Content-Type: text/plain', '', text, ''].join('\n')
  const body = (
    Buffer.from(picture)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\n')
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=xyz',
    '',
    '--xyz',
    'Content-Type: text/plain',
    '',
    text,
    '--xyz',
    'Content-Type: image/jpeg; name="a.jpg"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="a.jpg"',
    '',
    body,
    '--xyz--',
    '',
  ].join('\n')
}
