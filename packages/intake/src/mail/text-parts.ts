import type { ParseLimits } from '../limits.ts'
import type { TextBytes } from '../media/collect.ts'
import { decodeText } from '../text/charset.ts'
import { cleanText } from '../text/clean.ts'
import { htmlToText } from '../text/html.ts'

/** The texts of a mail: usually a plain text and the same text as HTML. */
export class TextParts {
  readonly #plain: string[] = []
  readonly #html: string[] = []
  readonly #limits: ParseLimits
  /** The charset of the first text. Devices use the same one for bare 8-bit subjects. */
  charset: string | null = null

  constructor(limits: ParseLimits) {
    this.#limits = limits
  }

  /** Decodes one text part. Returns false when the charset is unknown or does not fit the bytes. */
  add({ type, charset, bytes }: TextBytes): boolean {
    const cut = bytes.subarray(0, this.#limits.maxTextBytes)
    const { text, ok } = decodeText(cut, charset)
    this.charset ??= charset
    const list = type === 'text/html' ? this.#html : this.#plain
    if (text.trim() !== '') list.push(text)
    // The cut may be in the middle of a character.
    return ok || cut.length < bytes.length
  }

  /** The plain text if the mail has one, else the text of its HTML. */
  text(maxChars: number): string {
    const plain = this.#plain.length > 0 ? this.#plain.join('\n') : this.#html.map(htmlToText).join('\n')
    return tidy(cleanText(plain)).slice(0, maxChars).toWellFormed()
  }

  /** The original texts, with tags. */
  source(): string {
    return [...this.#plain, ...this.#html].join('\n').slice(0, this.#limits.maxTextBytes)
  }
}

/** Removes trailing blanks, and keeps at most one empty line in a row. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, i) => line !== '' || lines[i - 1] !== '')
    .join('\n')
    .trim()
}
