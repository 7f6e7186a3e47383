const MASK = '[secret]'
const MAX_DEPTH = 6
const MAX_ITEMS = 50
const MAX_TEXT = 4_000

/**
 * Words that mark a field as secret, at any depth and in any spelling (`apiKey`, `api_key`, `X-Api-Key`). Only whole words are compared, so
 * the values of `tokenCount` and `passed` stay readable.
 */
const SECRET_WORDS = new Set([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'pass',
  'secret',
  'secrets',
  'token',
  'tokens',
  'authorization',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'signature',
  'totp',
  'otp',
  'apikey',
  'privatekey',
  'accesskey',
  'masterkey',
])
const SECRET_PAIRS = new Set(['api key', 'private key', 'access key', 'master key', 'secret key'])
/** Last words of a name that make it harmless although it contains a secret word. */
const HARMLESS_ENDINGS = new Set(['id', 'count', 'length', 'type', 'name', 'expires', 'at', 'file'])

/**
 * Copies the fields of a log line for output: removes secrets, reduces errors to their explanation and bytes to their number, and truncates
 * long and deep values. Getters that throw and cycles cause no error.
 */
export function cleanFields(fields: object): Record<string, unknown> {
  return cleanObject(fields, 0, new Set())
}

/** Whether a field's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  const isSecret = judgeName(name)
  if (judged.size < MAX_JUDGED) judged.set(name, isSecret)
  return isSecret
}

/** The results of {@link isSecretName} by name. The program has few names, but logged data from outside can contain others. */
const judged = new Map<string, boolean>()
const MAX_JUDGED = 1_000

function judgeName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (HARMLESS_ENDINGS.has(words.at(-1) ?? '')) return false
  return words.some((word, at) => SECRET_WORDS.has(word) || SECRET_PAIRS.has(`${word} ${words[at + 1]}`))
}

function clean(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}… (${value.length})` : value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
  if (above.has(value)) return '<cycle>'
  if (depth >= MAX_DEPTH) return '<deeper>'
  const path = new Set(above).add(value)
  if (value instanceof Error) return cleanError(value, depth, path)
  if (value instanceof Map) return cleanObject(Object.fromEntries(value), depth, path)
  if (value instanceof Set) return cleanList([...value], depth, path)
  if (Array.isArray(value)) return cleanList(value, depth, path)
  return cleanInstance(value, depth, path)
}

/**
 * Writes instances of classes (requests, sockets, pools) as their class name, because their properties refer to large parts of the program
 * and to all headers. Instances with a `toJSON` method are written by it.
 */
function cleanInstance(value: object, depth: number, above: Set<object>): unknown {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return cleanObject(value, depth, above)
  const toJson = read(value, 'toJSON')
  if (typeof toJson === 'function') return clean(Reflect.apply(toJson, value, []), depth + 1, above)
  return `<${value.constructor.name}>`
}

function cleanList(values: readonly unknown[], depth: number, above: Set<object>): unknown[] {
  const kept = values.slice(0, MAX_ITEMS).map((value) => clean(value, depth + 1, above))
  return values.length > MAX_ITEMS ? [...kept, `… (${values.length})`] : kept
}

function cleanObject(fields: object, depth: number, above: Set<object>): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    cleaned[name] = isSecretName(name) ? MASK : clean(read(fields, name), depth + 1, above)
  }
  return cleaned
}

function read(fields: object, name: string): unknown {
  try {
    return Reflect.get(fields, name)
  } catch {
    return '<unreadable>'
  }
}

/**
 * Keeps only the properties that explain an error. Errors of libraries can contain much more: a request with its headers, a mail with the
 * replies, or the values of a row (PostgreSQL's `detail`).
 */
function cleanError(error: Error, depth: number, above: Set<object>): Record<string, unknown> {
  const extra: Record<string, unknown> = {}
  for (const name of [
    'code',
    'reason',
    'errno',
    'syscall',
    'severity',
    'schema',
    'table',
    'constraint',
    'statusCode',
  ]) {
    const value = read(error, name)
    if (typeof value === 'string' || typeof value === 'number') extra[name] = value
  }
  if (error.cause !== undefined) extra['cause'] = clean(error.cause, depth + 1, above)
  if (error instanceof AggregateError) extra['errors'] = cleanList(error.errors, depth + 1, above)
  return {
    type: error.name,
    message: clean(error.message, depth, above),
    stack: clean(error.stack, depth, above),
    ...extra,
  }
}
