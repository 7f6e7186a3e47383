import type { Readable } from 'node:stream'

/** A message whose envelope was accepted and whose bytes are arriving. */
export interface IncomingMessage<User, Target> {
  /**
   * The raw message. It fails when the connection breaks or the message grows too large; whatever was written of it by then must be
   * thrown away.
   */
  stream: Readable
  recipients: { address: string; target: Target }[]
  mailFrom: string
  user: User | null
  remoteAddress: string
  helo: string
  /** Whether the connection is encrypted. */
  secure: boolean
}

/** What the SMTP server asks of the product. It decides nothing about recipients or storage itself. */
export interface SmtpPorts<User = unknown, Target = unknown> {
  /** Who a recipient is, or why the product takes nothing for it: 550 unknown, 530 log in first, 451 not now. */
  recipient(
    address: string,
    session: { user: User | null; remoteAddress: string },
  ): Promise<{ ok: true; target: Target } | { ok: false; code: 550 | 451 | 530; message: string }>
  /** Whose credentials these are. 535: nobody's; 454: too many were wrong lately, so these were not looked at and may be right. */
  authenticate(
    user: string,
    password: string,
    remoteAddress: string,
  ): Promise<{ ok: true; user: User } | { ok: false; code: 535 | 454 }>
  /** Stores a message durably. `250` goes out only after this resolved `ok`, having read the stream to its end. */
  accept(
    message: IncomingMessage<User, Target>,
  ): Promise<{ ok: true; id: string } | { ok: false; code: 451 | 452 | 552 | 550; message: string }>
  /** Whether there is room for another message; otherwise devices are told to try again later. */
  capacity(): { ok: true } | { ok: false; message: string }
  /** Takes one token for a recipient that was found; false is answered with 451, so that the device keeps the message. */
  rate(target: Target): boolean
}

/** A structured log, as pino writes it. */
export interface SmtpLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How an SMTP listener behaves. Times in milliseconds. */
export interface SmtpServerOptions<User, Target> {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Largest message; a larger one is read to its end and answered with 552. */
  maxBytes: number
  maxRecipients?: number
  /** Turns STARTTLS on. `legacy` also lets devices in that know nothing newer than TLS 1.0 and short keys. */
  tls?: { key: string; cert: string; legacy?: boolean }
  /** False answers 530 to everyone who has not logged in. */
  authOptional: boolean
  /**
   * Refuses AUTH before STARTTLS. Off by default: many cameras know passwords but no TLS, and their password only opens the way in for alarms.
   */
  requireTlsForAuth?: boolean
  /** The name in the greeting. */
  name?: string
  /** A connection without a byte for this long is closed. */
  idleTimeoutMs?: number
  /** How long a client may take from one step of a transaction to the next, however many bytes it trickles. */
  stepTimeoutMs?: number
  /** How long the content of one message may take. */
  dataTimeoutMs?: number
  maxConnections?: number
  /** Connections of one address. A site's cameras often share one. */
  maxConnectionsPerAddress?: number
  ports: SmtpPorts<User, Target>
  log: SmtpLog
}

/** A listener for mails of devices. */
export interface SmtpServer {
  /** Rejects with the system's error when the port cannot be had. */
  listen(): Promise<{ port: number }>
  /** Takes no more connections, ends idle ones, lets messages that are arriving finish for up to `graceMs`. */
  close(graceMs: number): Promise<void>
  connections(): number
}
