import {
  type BodyInput,
  type createReceiver,
  findReceiverKind,
  previewReceiver,
  type Receiver,
  type ReceiverField,
  type ReceiverKind,
  RECEIVERS,
  type updateReceiver,
} from '@winnow/contract'
import { FIELD_VALUES } from './receiver-values.ts'

/** The state of a receiver's form. */
export interface ReceiverDraft {
  kind: ReceiverKind
  name: string
  active: boolean
  /** Values of fields, in the representation of their controls. A stored secret that is not replaced is undefined. */
  values: Record<string, unknown>
  newSecret: boolean
}

/** The draft of an existing receiver, or of a new one. */
export function draftOf(receiver: Receiver | undefined): ReceiverDraft {
  const kind = receiver ? findReceiverKind(receiver.kind) : undefined
  const secrets: readonly string[] = kind?.secretFields ?? []
  return {
    kind: kind?.id ?? RECEIVERS[0].id,
    name: receiver?.name ?? '',
    active: receiver?.active ?? true,
    // A new receiver has only what was typed: the same field may begin differently in two kinds.
    values: receiver
      ? {
          ...Object.fromEntries(
            fieldsOfKind(kind?.id).map(({ name, control, initial }) => [name, initial ?? FIELD_VALUES[control].empty]),
          ),
          ...Object.fromEntries(
            Object.entries(receiver.config).filter(([name, value]) => name !== 'template' || value !== ''),
          ),
          ...Object.fromEntries(secrets.map((name) => [name, undefined])),
        }
      : {},
    newSecret: false,
  }
}

function firstOf({ control, initial }: ReceiverField): unknown {
  const { empty, first } = FIELD_VALUES[control]
  return initial ?? (first ? first() : empty)
}

const fieldsOfKind = (kind: string | undefined): readonly ReceiverField[] =>
  (kind === undefined ? undefined : findReceiverKind(kind)?.fields) ?? []

/** Returns the value that the form shows in a field. */
export function valueOf({ values }: ReceiverDraft, field: ReceiverField): unknown {
  return field.name in values ? values[field.name] : firstOf(field)
}

/** The paths of settings in a request body, with the corresponding paths in the form. */
export const SETTING_PATHS: Readonly<Record<string, string>> = Object.fromEntries(
  RECEIVERS.flatMap(({ fields }) => fields.map(({ name }) => [`config.${name}`, `values.${name}`])),
)

/** The fields of the draft's kind that apply to its values. */
export function fieldsOf(draft: ReceiverDraft): readonly ReceiverField[] {
  return fieldsOfKind(draft.kind).filter((field) => isShown(draft, field))
}

/** Whether a field applies to the values of the others. */
export function isShown(draft: ReceiverDraft, { when }: ReceiverField): boolean {
  const deciding = when && fieldsOfKind(draft.kind).find(({ name }) => name === when.field)
  if (!deciding) return true
  const value = valueOf(draft, deciding)
  return 'is' in when ? value === when.is : value !== when.isNot
}

function configOf(draft: ReceiverDraft): Record<string, unknown> {
  const entries = fieldsOf(draft).map(
    (field) => [field.name, FIELD_VALUES[field.control].toConfig(valueOf(draft, field), field)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What the template of a draft makes is asked for with these settings; undefined while one of them is not in its form. */
export function previewOf(
  draft: ReceiverDraft,
  alarmId: string | undefined,
): BodyInput<typeof previewReceiver> | undefined {
  return previewReceiver.body?.safeParse({ ...configOf(draft), alarmId }).data
}

/** The request body to create the receiver. The server validates its settings. */
export function createBody(draft: ReceiverDraft): BodyInput<typeof createReceiver> {
  const { kind, name, active } = draft
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings have the fields of the kind's definition, which a record type cannot express
  return { kind, name: name.trim(), active, config: configOf(draft) } as BodyInput<typeof createReceiver>
}

/** The request body to change the receiver. */
export function updateBody(draft: ReceiverDraft): BodyInput<typeof updateReceiver> {
  const { kind, name, active, newSecret } = draft
  const config = configOf(draft)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the same reason as in `createBody`
  return { kind, name: name.trim(), active, config, newSecret } as BodyInput<typeof updateReceiver>
}

const CONFIG_ERRORS = [
  'url_credentials',
  'header_name',
  'header_reserved',
  'header_value',
  'headers_twice',
  'headers_tooMany',
  'dc09_host',
  'dc09_keyMissing',
  'dc09_heartbeat',
  'dc09_codes',
  'immix_address',
  'immix_login',
  'immix_passwordInClear',
  'authority_invalid',
  'template',
  'template_header',
  'mqtt_topic',
  'mqtt_passwordInClear',
  'vms_passwordInClear',
  'milestone_eventId',
  'digifort_query',
  'sentinel_template',
  'productApi_heartbeat',
  'choice_none',
] as const

/** Returns the rule about a receiver's settings that the server named, if this console has a text for it. */
export function configErrorOf(message: string | undefined): (typeof CONFIG_ERRORS)[number] | undefined {
  return CONFIG_ERRORS.find((known) => known === message?.replace('.', '_'))
}
