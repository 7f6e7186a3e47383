import type { Guard } from '../guard/types.ts'
import type { DeliveryCode } from '../result.ts'
import type { Transcript } from '../transcript/transcript.ts'

/** A mail server that accepts our mails. */
export interface SmtpSettings {
  host: string
  port: number
  /** Whether to use TLS from the first byte (usually on port 465). If false, STARTTLS is used if the server offers it. */
  secure: boolean
  user?: string
  pass?: string
  /** Whether TLS is required. By default it is if there is a user, so that no password is sent unencrypted. */
  requireTls?: boolean
  /** An additional certificate authority (PEM) besides Node's own. */
  ca?: string
  /** Whether STARTTLS is left alone, as on the way to this machine itself, whose certificate has another name. */
  plain?: boolean
}

export interface MailerOptions {
  /** The mail server. If missing, mails are written to the outbox folder. */
  smtp?: SmtpSettings
  /** The sender: `Name <address>`, or only an address. */
  from: string
  outboxDir: string
  /** Checks the mail server's address; required when the settings come from a user instead of the operator. */
  guard?: Guard
  /** Gives up connections through the guard that are being opened. */
  signal?: AbortSignal
  /** Mails kept in the outbox folder; default 1000. */
  outboxKeep?: number
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Uint8Array
  /** Content id for use in the HTML part. */
  cid?: string
}

/** One mail to one person. Control characters are removed from the subject and header values. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly MailAttachment[]
  /** The part of the Message-ID before the @, the same for repetitions. Letters, digits, `.`, `_`, `-`. */
  messageKey?: string
  /** A key shared by the mails of one conversation. */
  threadKey?: string
  headers?: Readonly<Record<string, string>>
  date: Date
}

export type MailResult =
  | { ok: true; via: 'smtp'; status: number }
  | { ok: true; via: 'outbox'; file: string }
  | { ok: false; retry: boolean; code: DeliveryCode; status?: number; detail: string }

export interface Mailer {
  /** The destination of mails. If it is `outbox`, the console can warn that no mails are sent. */
  readonly target: 'smtp' | 'outbox'
  /** Sends one mail. Never throws for failures of the other side, the network or the disk. */
  send(
    mail: Mail,
    options?: { signal?: AbortSignal | undefined; transcript?: Transcript | undefined },
  ): Promise<MailResult>
  /** Connects, encrypts and logs in without sending, to test the settings. */
  verify(): Promise<{ ok: true } | Extract<MailResult, { ok: false }>>
  close(): void
}
