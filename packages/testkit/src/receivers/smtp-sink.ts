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
  /**
   * Sets the reply to all later messages: undefined accepts them, an SMTP code such as 451 refuses them. A function gets
   * each mail and its number, from 0.
   */
  refuse(with_: number | undefined | ((mail: ReceivedMail, index: number) => number | undefined)): void
  /** Resolves as soon as `count` messages were accepted. Rejects after `timeoutMs`. */
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

/** Starts an {@link SmtpSink} on a free loopback port. It offers a login and accepts every password. */
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
  // Some tests close the connection of a client. Such an error must not end the process.
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
