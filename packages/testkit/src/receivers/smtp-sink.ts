import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerSession } from 'smtp-server'
import { createArrivals } from './arrivals.ts'

/** One received message. */
export interface ReceivedMail {
  from: string
  to: string[]
  raw: Buffer
  user: string | undefined
  at: Date
}

/** A mail server that stores its messages. */
export interface SmtpSink {
  host: string
  port: number
  mails: readonly ReceivedMail[]
  /** the reply to each message from now on: undefined accepts, otherwise an SMTP code such as 451; a function sees the mail and its number, from 0 */
  refuse(with_: number | undefined | ((mail: ReceivedMail, index: number) => number | undefined)): void
  /** resolves as soon as `count` messages were accepted, rejects after `timeoutMs` */
  received(count: number, timeoutMs?: number): Promise<readonly ReceivedMail[]>
  close(): Promise<void>
}

type Refusal = (mail: ReceivedMail, index: number) => number | undefined
const acceptAll: Refusal = () => undefined

async function readMail(stream: Readable, session: SMTPServerSession): Promise<ReceivedMail> {
  const { mailFrom, rcptTo } = session.envelope
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map((recipient) => recipient.address),
    raw: await buffer(stream),
    user: session.user,
    at: new Date(),
  }
}

/** Starts an {@link SmtpSink} on a free loopback port. Authentication is offered and any password is right. */
export async function createSmtpSink(): Promise<SmtpSink> {
  const arrivals = createArrivals<ReceivedMail>('mails')
  let refusal = acceptAll
  let seen = 0
  const receive = async (stream: Readable, session: SMTPServerSession): Promise<void> => {
    const mail = await readMail(stream, session)
    const code = refusal(mail, seen++)
    if (code !== undefined) throw Object.assign(new Error('Refused by the sink'), { responseCode: code })
    arrivals.add(mail)
  }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'unknown' }),
    onData: (stream, session, callback) => callbackify(() => receive(stream, session))(callback),
  })
  // Clients that vanish are part of what is tested with this; the server must not fall over them.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The mail sink has no port')
  return {
    host: '127.0.0.1',
    port: address.port,
    mails: arrivals.items,
    refuse(with_) {
      refusal = typeof with_ === 'function' ? with_ : () => with_
    },
    received: (count, timeoutMs) => arrivals.reach(count, timeoutMs),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
