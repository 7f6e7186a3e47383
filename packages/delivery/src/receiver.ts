import type { Guard } from './guard/types.ts'
import type { KeptConnections } from './kept-connections.ts'
import type { Mailer } from './mail/mailer.ts'
import type { AttachedClip, AttachedPicture, DeliveryAlarm } from './payload.ts'
import type { DeliveryResult, SessionState } from './result.ts'
import type { Transcript } from './transcript/transcript.ts'

/** An invalid field of a receiver's settings. `message` is a key of the validation texts (`v.url.scheme` …). */
export interface ConfigIssue {
  field: string
  message: string
  params?: Readonly<Record<string, string | number>>
}

export type ParsedConfig<C> = { ok: true; config: C } | { ok: false; errors: ConfigIssue[] }

/** A mail that the camera sent, as it arrived. */
export interface OriginalMail {
  /** The id of its signal. */
  readonly id: string
  /** Its bytes; undefined if they were deleted since. Rejects if the store cannot be read now. The caller reads them to their end or stops. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | undefined>
}

export interface DeliveryMessage {
  /** The same for all attempts of one delivery, so that receivers recognise a repetition. */
  id: string
  payload: DeliveryAlarm
  picture?: AttachedPicture
  /** The pictures as one clip. Only for kinds that attach it, and receivers that ask for it. */
  clip?: AttachedClip
  /** The mails of the camera that this message is about. Only for kinds that relay them. */
  mails?: readonly OriginalMail[]
  /** The number of the attempt, from 1. */
  attempt: number
  now: Date
  /** The value of `served` in the result of the previous, failed attempt. */
  served?: readonly string[]
  /** Only for kinds with a session. */
  session?: ReceiverSession
}

export interface ReceiverSession {
  /** The number of the message at its receiver, the same for all attempts. */
  readonly sequence: number
  readonly state: SessionState
}

/** A server that users entered and this server calls: a URL, or a host and port of another protocol than HTTP. */
export type CalledAddress =
  | { readonly field: string; readonly url: string }
  | { readonly field: string; readonly host: string; readonly port: number }

export interface DeliveryDeps {
  guard: Guard
  mailer: Mailer
  signal?: AbortSignal
  /** Where the kind keeps the connection of this receiver. Left out: the attempt opens one of its own, as a test does. */
  kept?: { receiverId: string; connections: KeptConnections }
  /** Where the attempt writes down what it sends and gets. Calls over HTTP are written down by the guard (`recordFetch`). */
  transcript?: Transcript
}

/**
 * A kind whose receivers count its messages. Messages to one receiver are sent one after another, each with the next number. The number and
 * the state of the session are stored with the receiver, so they survive a restart.
 */
export interface SessionRules {
  /** The last number before the count begins again at 1. */
  readonly lastSequence: number
}

/** How the messages of one kind of receiver are sent. */
export interface ReceiverAdapter<C> {
  /** The station fetches the messages; nothing is sent. */
  readonly pulled?: true
  /** The most messages that are being sent at the same time: to all receivers of this kind (`limit`), and for one company. */
  readonly inFlight: { readonly limit: number; readonly perCompany: number }
  /** Parses settings from a form or the database, secrets included. Returns errors by field; never throws. */
  parse(config: unknown): ParsedConfig<C>
  /** Addresses that users entered and this server calls. The guard checks each before it is stored. */
  addresses(config: C): readonly CalledAddress[]
  /** Whether messages include the picture with the boxes drawn. */
  wantsPicture(config: C): boolean
  /** How messages carry the clip of an alarm. Only for kinds that can (`capabilities.clip`). */
  readonly clip?: 'attached' | 'linked'
  readonly session?: SessionRules
  /** Asks the receiver for a sign of life. Only for kinds that can (`capabilities.heartbeat`). Never throws. */
  heartbeat?(session: SessionState, config: C, deps: DeliveryDeps & { now: Date }): Promise<DeliveryResult>
  /** Makes one attempt to send a message, which may be a test message. Never throws for failures of the receiver or the network. */
  send(message: DeliveryMessage, config: C, deps: DeliveryDeps): Promise<DeliveryResult>
}
