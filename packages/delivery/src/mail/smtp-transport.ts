import { pipeline } from 'node:stream'
import { callbackify } from 'node:util'
import { createTransport, type SMTPPoolOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer'
import type { Guard } from '../guard/types.ts'
import type { MailTap } from '../transcript/tap-mail.ts'
import type { SmtpSettings } from './mailer.ts'

const CONNECT_MS = 10_000

/** What listens to mails on their way, by the signal that ends their sending. */
const taps = new WeakMap<AbortSignal, MailTap>()

/** Lets somebody listen to the mail that is sent with this signal. */
export const tapOnTheWay = (signal: AbortSignal, tap: MailTap): void => void taps.set(signal, tap)

/** A pooled SMTP client with short timeouts. With a guard, all its sockets are opened by the guard, and `signal` gives those up that are not open yet. */
export function createSmtpTransport(
  smtp: SmtpSettings,
  guard?: Guard,
  signal?: AbortSignal,
): Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions> {
  const { host, port, user, pass = '' } = smtp
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    maxConnections: 3,
    // A message may have arrived although its connection broke, so this client does not retry. The delivery queue decides about retries.
    maxRequeues: 0,
    idleTimeout: 20_000,
    host,
    port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls ?? user !== undefined,
    ...(user === undefined ? {} : { auth: { user, pass } }),
    ignoreTLS: smtp.plain ?? false,
    ...(smtp.ca === undefined ? {} : { tls: { ca: smtp.ca } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: 30_000,
    dnsTimeout: 5_000,
    maxResponseSize: 65_536,
  }
  if (guard) {
    const open = callbackify(async () => ({
      connection: await guard.connectTcp(host, port, { timeoutMs: CONNECT_MS, signal }),
    }))
    options.getSocket = (_options, callback) => open(callback)
  }
  const transport = createTransport(options)
  transport.use('stream', (mail, done) => {
    const tap = mail.data.signal && taps.get(mail.data.signal)
    // An error of the mail reaches the tap, which ends the sending.
    if (tap) mail.message.processFunc((input) => pipeline(input, tap.stream, () => undefined))
    done()
  })
  return transport
}
