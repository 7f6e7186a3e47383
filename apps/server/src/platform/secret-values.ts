const MASK = '[secret]'

/** Shorter values are not masked. Masking `admin` or `12345` would hide large parts of every line, and so reveal the secret. */
const MIN_LENGTH = 6

/** Longer values are searched for in pieces of this length: a pattern much longer than this cannot be compiled. */
const MAX_PIECE = 10_000

/** The most values to remember. The least recently used values are forgotten. Values in use are registered again at each use. */
const CAPACITY = 2_000

/** The registered values, the most recent last. */
const values = new Set<string>()
let pattern: RegExp | undefined

/** The values from the environment and the key files. They are never forgotten. */
const permanent = new Set<string>()

/**
 * Registers a secret value, so that it is masked in every later log line: inside other texts (an error with an address in it), and in its
 * JSON, percent-encoded and base64 forms. Call it wherever a secret is loaded into memory.
 *
 * @param options.forever set for the few secrets that are used as long as the process runs; others are forgotten after 2,000 newer ones
 */
export function registerSecret(value: string, options: { forever?: boolean } = {}): void {
  if (value.length < MIN_LENGTH) return
  if (options.forever) {
    if (permanent.has(value)) return
    permanent.add(value)
    pattern = undefined
    return
  }
  if (permanent.has(value)) return
  if (values.delete(value)) {
    values.add(value)
    return
  }
  values.add(value)
  if (values.size > CAPACITY) values.delete(values.values().next().value ?? '')
  pattern = undefined
}

/**
 * Masks every registered value in a text, and everything in the form of a credential: user and password in an address, `Bearer`, `Basic`
 * and `Digest` headers, and query parameters with tokens, signatures or codes.
 */
export function maskSecrets(text: string): string {
  pattern ??= compile()
  const known = pattern ? text.replace(pattern, MASK) : text
  return (
    known
      .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'<>/@]{1,300}@/gi, `$1${MASK}@`)
      // The pattern requires a capital or a digit, so that it does not match words such as "basic alarms".
      .replace(/\b([Bb]earer|[Bb]asic)\s+(?=[\w+/=.~-]*[A-Z0-9])[\w+/=.~-]{6,}/g, `$1 ${MASK}`)
      .replace(/\b(response=\\?")[0-9a-f]{32,}/g, `$1${MASK}`)
      .replace(
        /([?&](?:access_token|token|signature|sig|key|code|state|password|pwd|secret)=)(?!\[)[^&\s"'<>\\]+/gi,
        `$1${MASK}`,
      )
  )
}

function piecesOf(form: string): string[] {
  return Array.from({ length: Math.ceil(form.length / MAX_PIECE) }, (_, index) =>
    form.slice(index * MAX_PIECE, (index + 1) * MAX_PIECE),
  )
}

function compile(): RegExp | undefined {
  const forms = new Set<string>()
  for (const value of [...permanent, ...values]) {
    forms.add(value)
    const json = JSON.stringify(value).slice(1, -1)
    forms.add(json)
    // Covers a JSON body that is quoted in a message, which is JSON inside the line's JSON.
    forms.add(JSON.stringify(json).slice(1, -1))
    forms.add(encodeURIComponent(value.toWellFormed()))
    forms.add(Buffer.from(value).toString('base64').replace(/=+$/, ''))
    forms.add(Buffer.from(value).toString('base64url'))
  }
  if (forms.size === 0) return undefined
  // The longest come first, so that of two secrets with the same beginning the longer one is masked completely.
  const alternatives = [...forms]
    .flatMap(piecesOf)
    .toSorted((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(alternatives.join('|'), 'g')
}
