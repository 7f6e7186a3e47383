/** What stands in the place of a secret. */
export const MASK = '•••'

/** A soft line break of quoted-printable, which can stand anywhere in a mail, and its `=`. */
const FOLDED = /=(?:\r?\n|3D)/g

/** Fields of JSON that hold a login's token or password, whoever made it. */
const FIELDS = /("(?:access_token|refresh_token|id_token|token|password)"\s*:\s*")((?:[^"\\]|\\.)+)/gi
/** The signature of an address that opens a picture without a login. */
const SIGNATURE = new RegExp(
  `(${Array.from('signature').join('(?:=\\r?\\n)?')}(?:=\\r?\\n)?(?:=3D|=|%3D)(?:=\\r?\\n)?)(?:=\\r?\\n|[\\w-])+`,
  'gi',
)
/** The same of tokens and passwords that an address or a form has. */
const PARAMETERS = /([?&#;](?:access_token|refresh_token|id_token|token|password|sig)=)[^&\s"'<>#]+/gi

/** A run of base64 that is long enough for a login. */
const BASE64 = /[\w+/-]{8,}={0,2}/g
/** A shorter secret would be found by chance. */
const LEAST_WITHIN_BASE64 = 4

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** The forms in which a text may stand in a message: as it is, in JSON, in an address, in a form, in XML, in base64. */
function formsOf(secret: string): string[] {
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ s: secret }).toString().slice(2),
    secret.replaceAll(/[&<>"']/g, (char) => XML[char] ?? char),
    Buffer.from(secret).toString('base64'),
  ]
  return [...new Set(forms)]
}

/** A text as quoted-printable means it, and where each of its characters, and its end, stands in the text. */
function unfold(text: string): { unfolded: string; places: Uint32Array } {
  const places = new Uint32Array(text.length + 1)
  const parts: string[] = []
  let length = 0
  let from = 0
  const keep = (at: number, end: number): void => {
    parts.push(text.slice(at, end))
    for (let place = at; place < end; place += 1) places[length++] = place
  }
  for (const { 0: found, index } of text.matchAll(FOLDED)) {
    keep(from, found === '=3D' ? index + 1 : index)
    from = index + found.length
  }
  keep(from, text.length)
  places[length] = text.length
  return { unfolded: parts.join(''), places }
}

type Range = readonly [start: number, end: number]

function rangesOf(text: string, needles: Iterable<string>): Range[] {
  const found: Range[] = []
  for (const needle of needles)
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length))
      found.push([at, at + needle.length])
  return found
}

function maskRanges(text: string, ranges: readonly Range[]): string {
  const parts: string[] = []
  let done = 0
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    // One secret may be a part of another.
    if (start >= done) parts.push(text.slice(done, start), MASK)
    done = Math.max(done, end)
  }
  return [...parts, text.slice(done)].join('')
}

/**
 * Replaces texts wherever they stand, also across the lines of quoted-printable. They are searched one by one: a pattern of all of them would
 * grow with their length, which a foreign server chooses for its tokens, and could take seconds or be refused.
 */
function maskAll(text: string, needles: Iterable<string>): string {
  const all = [...needles]
  const ranges = rangesOf(text, all)
  if (text.search(FOLDED) !== -1) {
    const { unfolded, places } = unfold(text)
    for (const [start, end] of rangesOf(unfolded, all)) ranges.push([places[start] ?? 0, places[end] ?? text.length])
  }
  return maskRanges(text, ranges)
}

export interface SecretMask {
  /** The text with each secret replaced. */
  apply(text: string): string
  /** Adds a secret. */
  hide: (secret: string) => void
}

/** Replaces secrets in texts, in all forms in which they can stand there, and tokens and signatures of any kind. */
export function createMask(secrets: Iterable<string>): SecretMask {
  const known = new Set<string>()
  /** The bytes of secrets, a character each, as they may stand between others in base64: `user:password` of HTTP, or of SMTP's AUTH. */
  const within = new Set<string>()
  const hide = (secret: string): void => {
    if (secret !== '') for (const form of formsOf(secret)) known.add(form)
    if (secret.length >= LEAST_WITHIN_BASE64) within.add(Buffer.from(secret).toString('latin1'))
  }
  for (const secret of secrets) hide(secret)
  const hasSecret = (base64: string): boolean => {
    const decoded = Buffer.from(base64, 'base64').toString('latin1')
    return [...within].some((secret) => decoded.includes(secret))
  }
  return {
    hide,
    apply(text) {
      const masked = maskAll(text, known)
      const decoded = within.size === 0 ? masked : masked.replaceAll(BASE64, (run) => (hasSecret(run) ? MASK : run))
      return decoded
        .replaceAll(FIELDS, `$1${MASK}`)
        .replaceAll(SIGNATURE, `$1${MASK}`)
        .replaceAll(PARAMETERS, `$1${MASK}`)
    },
  }
}
