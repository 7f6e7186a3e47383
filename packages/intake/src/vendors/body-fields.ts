import { fold } from '../text/fold.ts'
import { englishKey } from './key-words.ts'

/** One `Key: value` line of a body. */
export interface BodyField {
  value: string
  /** The text in parentheses in the key, such as `D/M/Y H:M:S` or `NUM`; null if there is none. */
  hint: string | null
}

/** The `Key: value` lines of a body, by the English key in lower case without accents. Of two equal keys, the first is used. */
export class BodyFields {
  readonly #fields = new Map<string, BodyField>()

  constructor(text: string) {
    for (const line of text.split('\n', 300)) this.#read(line.slice(0, 500))
  }

  get size(): number {
    return this.#fields.size
  }

  /** The field of the first of these keys that has a value; null if none has. */
  field(...keys: string[]): BodyField | null {
    for (const key of keys) {
      const field = this.#fields.get(key)
      if (field && field.value !== '') return field
    }
    return null
  }

  get(...keys: string[]): string | null {
    return this.field(...keys)?.value ?? null
  }

  has(...keys: string[]): boolean {
    return keys.some((key) => this.#fields.has(key))
  }

  #read(line: string): void {
    // The parentheses in a key may contain a format with colons. They are removed before the line is split at a colon.
    const parens = /^[^:：()]{0,60}\(([^()]{0,40})\)/.exec(line)
    const hint = parens?.[1]?.trim() ?? null
    const plain = parens ? parens[0].replace(/\(.*\)/, ' ') + line.slice(parens[0].length) : line
    const colon = plain.search(/[:：]/)
    if (colon < 1 || colon > 60) return
    const key = englishKey(foldKey(plain.slice(0, colon)))
    if (key !== '' && !this.#fields.has(key)) this.#fields.set(key, { value: plain.slice(colon + 1).trim(), hint })
  }
}

/** The form in which keys are compared: `Alarm Input Channel No.` and `alarm  input channel no` are the same key. */
function foldKey(key: string): string {
  return fold(key)
    .replace(/[.*#_]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
