import type { BodyInput, createReceiver, Receiver, updateReceiver } from '@winnow/contract'

/** What the form of a receiver holds. */
export interface ReceiverDraft {
  kind: 'webhook' | 'email'
  name: string
  active: boolean
  url: string
  embedPicture: boolean
  /** Undefined: the stored headers stay. */
  headers: { name: string; value: string }[] | undefined
  recipients: string[]
  newSecret: boolean
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

/** The draft of a receiver as it is, or of a new one. */
export function draftOf(receiver: Receiver | undefined): ReceiverDraft {
  const config = receiver?.config ?? {}
  return {
    kind: receiver?.kind ?? 'webhook',
    name: receiver?.name ?? '',
    active: receiver?.active ?? true,
    url: typeof config['url'] === 'string' ? config['url'] : '',
    embedPicture: config['embedPicture'] === true,
    headers: receiver ? undefined : [],
    recipients: texts(config['recipients']),
    newSecret: false,
  }
}

/** Rule that an address of a webhook breaks; the server's guard looks further. */
export function checkUrl(text: string): 'scheme' | 'invalid' | undefined {
  if (!/^https?:\/\//i.test(text.trim())) return 'scheme'
  return URL.canParse(text.trim()) && text.trim().length <= 2048 ? undefined : 'invalid'
}

function webhookConfig(draft: ReceiverDraft) {
  const headers = draft.headers
    ?.filter((header) => header.name.trim() !== '')
    .map((header) => [header.name.trim(), header.value.trim()] as const)
  return {
    url: draft.url.trim(),
    embedPicture: draft.embedPicture,
    ...(headers ? { headers: Object.fromEntries(headers) } : {}),
  }
}

/** What is sent to create the receiver. */
export function createBody(draft: ReceiverDraft): BodyInput<typeof createReceiver> {
  const common = { name: draft.name.trim(), active: draft.active }
  return draft.kind === 'email'
    ? { kind: 'email', ...common, config: { recipients: draft.recipients } }
    : { kind: 'webhook', ...common, config: webhookConfig(draft) }
}

/** What is sent to change it. */
export function updateBody(draft: ReceiverDraft): BodyInput<typeof updateReceiver> {
  return {
    name: draft.name.trim(),
    active: draft.active,
    config: draft.kind === 'email' ? { recipients: draft.recipients } : webhookConfig(draft),
    newSecret: draft.kind === 'webhook' && draft.newSecret,
  }
}

const CONFIG_ERRORS = ['url_credentials', 'header_name', 'header_value', 'headers_twice', 'headers_tooMany'] as const

/** The rule of a receiver's settings that the server named, if this console has words for it. */
export function configErrorOf(message: string | undefined): (typeof CONFIG_ERRORS)[number] | undefined {
  return CONFIG_ERRORS.find((known) => known === message?.replace('.', '_'))
}
