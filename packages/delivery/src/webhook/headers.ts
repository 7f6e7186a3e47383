const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const VALUE = /^[\t\u0020-\u007e]{0,1000}$/
const MAX_HEADERS = 20

/** Headers that say how the message travels or who sent it; a setting must not contradict them. */
const RESERVED = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'accept-encoding',
  'user-agent',
  'forwarded',
  'via',
])
const RESERVED_PREFIXES = ['content-', 'webhook-', 'proxy-', 'sec-', 'x-forwarded-']

export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix))
}

/** What is wrong with a header of the settings, or `undefined`. A value holds printable ASCII only, so no line can be added. */
export function headerIssue(
  name: string,
  value: unknown,
): 'header.name' | 'header.reserved' | 'header.value' | undefined {
  if (!TOKEN.test(name)) return 'header.name'
  if (isReservedHeader(name)) return 'header.reserved'
  return typeof value === 'string' && VALUE.test(value) ? undefined : 'header.value'
}

/** What is wrong with the headers together. Their names are compared as HTTP does, whatever their case. */
export function headerListIssue(names: readonly string[]): 'headers.tooMany' | 'headers.twice' | undefined {
  if (names.length > MAX_HEADERS) return 'headers.tooMany'
  return new Set(names.map((name) => name.toLowerCase())).size === names.length ? undefined : 'headers.twice'
}
