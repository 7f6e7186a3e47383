import type { Readable } from 'node:stream'
import type { ListenerLog } from '../listener-log.ts'
import type { Turns } from '../turns.ts'

/** A message whose envelope was accepted and whose bytes are arriving. */
export interface IncomingMessage<User, Target> {
  /** The raw message. The stream fails when the connection breaks or the message is too large; then discard what was already written. */
  stream: Readable
  recipients: { address: string; target: Target }[]
  mailFrom: string
  user: User | null
  remoteAddress: string
  helo: string
  /** Whether the connection is encrypted. */
  secure: boolean
}

/**
 * The product's functions that the SMTP server calls. The server itself does not decide about recipients or storage.
 */
export interface SmtpPorts<User = unknown, Target = unknown> {
  /** Returns the target of a recipient, or the code of its refusal: 550 unknown, 530 login required, 451 try again later. */
  recipient(
    address: string,
    session: { user: User | null; remoteAddress: string },
  ): Promise<{ ok: true; target: Target } | { ok: false; code: 550 | 451 | 530; message: string }>
  /** Returns the user of these credentials. 535: they are wrong. 454: too many logins failed recently, so these were not checked. */
  authenticate(
    user: string,
    password: string,
    remoteAddress: string,
  ): Promise<{ ok: true; user: User } | { ok: false; code: 535 | 454 }>
  /** Stores a message durably. `250` is sent only after this has read the stream to its end and has resolved with `ok`. */
  accept(
    message: IncomingMessage<User, Target>,
  ): Promise<{ ok: true; id: string } | { ok: false; code: 451 | 452 | 552 | 550; message: string }>
  /** Returns whether another message can be accepted. If not, the device is asked to try again later. */
  capacity(): { ok: true } | { ok: false; message: string }
  /** Takes one token of a recipient's rate limit. If it returns false, the reply is 451, so that the device keeps the message. */
  rate(target: Target): boolean
}

/** Options of an SMTP listener. Times in milliseconds. */
export interface SmtpServerOptions<User, Target> {
  host: string
  /** 0 uses any free port. */
  port: number
  /** The largest message. A larger one is read to its end and answered with 552. */
  maxBytes: number
  maxRecipients?: number
  /** Enables STARTTLS. `legacy` also accepts devices with nothing newer than TLS 1.0 and short keys. */
  tls?: { key: string; cert: string; legacy?: boolean }
  /** Whether mails are accepted without a login. If false, clients without a login get 530. */
  authOptional: boolean
  /**
   * Refuses AUTH before STARTTLS. Off by default: many cameras support passwords but not TLS, and their passwords only allow sending
   * alarms.
   */
  requireTlsForAuth?: boolean
  /** The name in the greeting. */
  name?: string
  /** The time without any data after which a connection is closed. */
  idleTimeoutMs?: number
  /** Time limit from one step of a transaction to the next. Single bytes that arrive in between do not extend it. */
  stepTimeoutMs?: number
  /** Time limit for the content of one message. */
  dataTimeoutMs?: number
  maxConnections?: number
  /** Connections per address. A site's cameras often share one. */
  maxConnectionsPerAddress?: number
  /** The turns of large messages, to share them with other ways of receiving alarms in the process. By default not shared. */
  turns?: Turns
  ports: SmtpPorts<User, Target>
  log: ListenerLog
}

/** A listener for mails of devices. */
export interface SmtpServer {
  /** Rejects with the system's error when the port is not available. */
  listen(): Promise<{ port: number }>
  /** Stops accepting connections, ends idle ones, and gives messages in progress up to `graceMs`. */
  close(graceMs: number): Promise<void>
  connections(): number
}
