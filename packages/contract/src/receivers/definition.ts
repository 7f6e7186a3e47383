import type { z } from 'zod'

/** The most lines of a table of cameras. */
export const MAX_CAMERAS = 2500

/** Icons that the console has for kinds of receivers. */
export type ReceiverIcon = 'webhook' | 'mail' | 'station'

/** One field of the form that the console shows for a kind. Texts are keys in the console's namespace `clients`. */
export interface ReceiverField<Name extends string = string> {
  readonly name: Name
  /**
   * The input control. `url`: an address that the server calls. `headers`: names and secret values. `mail-addresses`: a list of mail
   * addresses. `switch`: on or off. `language`: one of the languages that the console offers. `text`: one line. `number`: a whole number.
   * `secret`: a password or key, never shown again. `choice`: one of `options`. `table`: rows with the texts of `columns`, which are pasted
   * or read from a file. `template`: a text with values of the alarm, with a preview; its ready texts are those of the field `format`.
   */
  readonly control:
    | 'url'
    | 'headers'
    | 'mail-addresses'
    | 'switch'
    | 'language'
    | 'text'
    | 'number'
    | 'secret'
    | 'choice'
    | 'table'
    | 'template'
  readonly label: string
  readonly hint?: string
  /** The value of a new receiver. */
  readonly initial?: string | number | boolean
  /** Whether the field may stay empty. */
  readonly optional?: boolean
  /** The values of a `choice`, with their translation keys. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** The columns of a `table`, in the order in which they are written. The first is required. */
  readonly columns?: readonly { readonly name: string; readonly label: string }[]
  /** Shows the field only while another field has this value, or any other than this. */
  readonly when?:
    | { readonly field: string; readonly is: string | boolean }
    | { readonly field: string; readonly isNot: string }
}

/** What a kind of receivers can do. Forms, the dispatcher and the supervision are driven by it. */
export interface ReceiverCapabilities {
  /** A test message can be sent at the push of a button. */
  readonly test: boolean
  /** The connection can be supervised without an alarm, at the interval of the setting `heartbeatSeconds`. */
  readonly heartbeat: boolean
  /** Messages can carry the picture with the boxes drawn. */
  readonly pictures: boolean
  /** Messages can carry the pictures of an alarm as a clip, by the setting `attach`. */
  readonly clip?: boolean
  /** Messages can carry an address at which the picture is seen without a login. */
  readonly link: boolean
  /** Messages say how urgent they are, by a table in the setting `severities`. */
  readonly severity?: boolean
  /** A table in the setting `cameras` says what the receiver calls each camera. */
  readonly cameras: boolean
  /** It has words for what happens to cameras besides alarms (`eventChoice`). */
  readonly events?: boolean
  /** The station fetches the messages by our API, instead of being called. */
  readonly fetched?: boolean
}

/**
 * The definition of one kind of receiver, shared by server and console. The adapter with the same id in `packages/delivery` sends its
 * messages.
 */
export interface ReceiverDefinition<Id extends string = string, Config extends z.ZodObject = z.ZodObject> {
  readonly id: Id
  /** Translation key of its name in the console. */
  readonly title: string
  readonly icon: ReceiverIcon
  /** Schema of the settings that the user enters. */
  readonly config: Config
  /** The fields of the form, in display order. */
  readonly fields: readonly ReceiverField<keyof z.output<Config> & string>[]
  /** The field that describes in one line where the messages are sent. */
  readonly destination: keyof z.output<Config> & string
  /**
   * Fields that are stored encrypted and never returned. They are optional in `config`. If an update leaves them out, they stay unchanged,
   * unless the receiver changes to another host.
   */
  readonly secretFields: readonly (keyof z.output<Config> & string)[]
  /** Whether messages are signed. The server creates a secret, shows it once and can renew it. The secret is stored under `secrets`. */
  readonly signs: boolean
  readonly capabilities: ReceiverCapabilities
}

/** Declares a kind of receiver and keeps its literal types. */
export function defineReceiver<
  const Id extends string,
  Config extends z.ZodObject,
  const D extends ReceiverDefinition<Id, Config>,
>(definition: D & ReceiverDefinition<Id, Config>): D {
  return definition
}
