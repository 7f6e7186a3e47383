import type { Guard } from './guard/types.ts'
import type { Mailer } from './mail/mailer.ts'
import type { AttachedPicture, DeliveryAlarm } from './payload.ts'
import type { DeliveryResult } from './result.ts'

/** A field of a receiver's settings that cannot be used. `message` is a key of the validation texts (`v.url.scheme` …). */
export interface ConfigIssue {
  field: string
  message: string
  params?: Readonly<Record<string, string | number>>
}

export type ParsedConfig<C> = { ok: true; config: C } | { ok: false; errors: ConfigIssue[] }

export interface DeliveryMessage {
  /** The same over all attempts of one delivery: receivers recognise a repetition by it. */
  id: string
  payload: DeliveryAlarm
  picture?: AttachedPicture
  /** 1 for the first. */
  attempt: number
  now: Date
  /** What the failed attempt before gave back in `served`. */
  served?: readonly string[]
}

export interface DeliveryDeps {
  guard: Guard
  mailer: Mailer
  signal?: AbortSignal
}

/** One way of telling somebody about an alarm. With `unknown` settings (the default) `send` reads them itself. */
export interface ReceiverAdapter<C = unknown> {
  readonly id: 'webhook' | 'email'
  /** Reads settings as they come from a form or the database. Says what is wrong by field; never throws. */
  readonly configSchema: { parse(config: unknown): ParsedConfig<C> }
  /** Top-level fields of the settings that must be stored encrypted and never be returned. */
  readonly secretFields: readonly string[]
  /** Makes one attempt. Never throws for what the other side or the network does. */
  send(message: DeliveryMessage, config: C, deps: DeliveryDeps): Promise<DeliveryResult>
}
