import type { Guard } from '../guard/types.ts'
import type { DeliveryCode } from '../result.ts'

/** A mail server to hand mails to. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte (465); otherwise STARTTLS where the server offers it. */
  secure: boolean
  user?: string
  pass?: string
  /** Refuse to go on without TLS. Default: when there is a user, so that no password travels in plain. */
  requireTls?: boolean
  /** A certificate authority (PEM) to trust besides Node's own. */
  ca?: string
}

export interface MailerOptions {
  /** Without it mails land in the outbox folder. */
  smtp?: SmtpSettings
  /** The sender, `Name <address>` or an address alone. */
  from: string
  outboxDir: string
  /** Checks the mail server's address; give it when the settings come from a user and not from the one who runs the machine. */
  guard?: Guard
  /** How many mails the outbox folder keeps; default 1000. */
  outboxKeep?: number
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Uint8Array
  /** Content id by which the HTML shows it. */
  cid?: string
}

/** One mail to one person. Control characters in the subject and in header values are taken out. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly MailAttachment[]
  /** The part before the @ of the Message-ID; the same for a repetition. Letters, digits, `.`, `_`, `-`. */
  messageKey?: string
  /** A key that mails of one conversation share. */
  threadKey?: string
  headers?: Readonly<Record<string, string>>
  date: Date
}

export type MailResult =
  | { ok: true; via: 'smtp'; status: number }
  | { ok: true; via: 'outbox'; file: string }
  | { ok: false; retry: boolean; code: DeliveryCode; status?: number; detail: string }

export interface Mailer {
  /** Where mails go, so that the console can say that none leaves the house. */
  readonly target: 'smtp' | 'outbox'
  /** Sends one mail. Never throws for what the other side, the network or the disk does. */
  send(mail: Mail, options?: { signal?: AbortSignal }): Promise<MailResult>
  /** Connects, encrypts and logs in without sending, for a test of the settings. */
  verify(): Promise<{ ok: true } | Extract<MailResult, { ok: false }>>
  close(): void
}
