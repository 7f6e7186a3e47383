import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { portOf, testCertificate } from './http-sink.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  bytes: Buffer
  parsed: ParsedMail
  secure: boolean
  user: string | undefined
}

export interface SmtpSink {
  port: number
  mails: ReceivedMail[]
  connections: () => number
  close(): Promise<void>
}

/** The error reply of a mail server to a command. */
export function smtpRefusal(status: number): Error & { responseCode: number } {
  return Object.assign(new Error('s3cret words of the server'), { responseCode: status })
}

/**
 * Starts a real mail server on a free port of this machine. `refuse` returns the error for a recipient or undefined, and
 * `refuseMail` does so for a whole message. The only login is `user` with the password `pass`.
 */
export async function startSmtpSink(
  options: SMTPServerOptions & {
    refuse?: (address: string) => Error | undefined
    refuseMail?: () => Error | undefined
  } = {},
): Promise<SmtpSink> {
  const { refuse, refuseMail, ...rest } = options
  const mails: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    ...(await testCertificate()),
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, callback) => {
      connections += 1
      callback()
    },
    onAuth: ({ username, password }, _session, callback) => {
      if (username === 'user' && password === 'pass') callback(null, { user: username })
      else callback(smtpRefusal(535))
    },
    onRcptTo: ({ address }, _session, callback) => callback(refuse?.(address)),
    onData: (stream, { envelope, secure, user }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refuseMail?.()
        if (refusal) return callback(refusal)
        const raw = Buffer.concat(chunks)
        simpleParser(raw, (_error, parsed) => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          mails.push({
            from,
            to: envelope.rcptTo.map(({ address }) => address),
            raw: raw.toString(),
            bytes: raw,
            parsed,
            secure,
            user,
          })
          callback()
        })
      })
    },
    ...rest,
  })
  server.on('error', () => undefined)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    port: portOf(server.server),
    mails,
    connections: () => connections,
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
