const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const VALUE = /^[\t\u0020-\u007e]{0,1000}$/
const MAX_HEADERS = 20

/** Headers that describe the transport or the sender. Settings must not override them. */
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

/** The problem of a header in the settings, or `undefined`. Values must be printable ASCII, so that no line can be added. */
export function headerIssue(
  name: string,
  value: unknown,
): 'header.name' | 'header.reserved' | 'header.value' | undefined {
  if (!TOKEN.test(name)) return 'header.name'
  if (isReservedHeader(name)) return 'header.reserved'
  return typeof value === 'string' && VALUE.test(value) ? undefined : 'header.value'
}

/** The problem of the headers together. Names are compared case-insensitively, as in HTTP. */
export function headerListIssue(names: readonly string[]): 'headers.tooMany' | 'headers.twice' | undefined {
  if (names.length > MAX_HEADERS) return 'headers.tooMany'
  return new Set(names.map((name) => name.toLowerCase())).size === names.length ? undefined : 'headers.twice'
}
