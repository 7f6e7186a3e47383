/** What stands in the place of a secret. */
export const MASK = '•••'

/** A soft line break of quoted-printable, which can stand anywhere in a mail. */
const BREAK = '(?:=\\r?\\n)?'

const escaped = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)

/** A pattern for a text, also as quoted-printable writes it. */
const acrossLines = (text: string): string =>
  Array.from(text, (char) => (char === '=' ? '=(?:3D)?' : escaped(char))).join(BREAK)

/** Fields of JSON that hold a login's token or password, whoever made it. */
const FIELDS = /("(?:access_token|refresh_token|id_token|token|password)"\s*:\s*")((?:[^"\\]|\\.)+)/gi
/** The signature of an address that opens a picture without a login. */
const SIGNATURE = new RegExp(`(${acrossLines('signature')}${BREAK}(?:=3D|=|%3D)${BREAK})(?:=\\r?\\n|[\\w-])+`, 'gi')

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

export interface SecretMask {
  /** The text with each secret replaced. */
  apply(text: string): string
  /** Adds a secret. */
  hide: (secret: string) => void
}

/** Replaces secrets in texts, in all forms in which they can stand there, and tokens and signatures of any kind. */
export function createMask(secrets: Iterable<string>): SecretMask {
  const known = new Set<string>()
  let pattern: RegExp | undefined
  const hide = (secret: string): void => {
    if (secret !== '') for (const form of formsOf(secret)) known.add(form)
    pattern = undefined
  }
  for (const secret of secrets) hide(secret)
  const patternOfAll = (): RegExp =>
    // The longest first: one secret may be the beginning of another.
    (pattern ??= new RegExp(
      [...known]
        .toSorted((a, b) => b.length - a.length)
        .map(acrossLines)
        .join('|'),
      'g',
    ))
  return {
    hide,
    apply(text) {
      const masked = known.size === 0 ? text : text.replaceAll(patternOfAll(), MASK)
      return masked.replaceAll(FIELDS, `$1${MASK}`).replaceAll(SIGNATURE, `$1${MASK}`)
    },
  }
}
