import { fold } from '../text/fold.ts'
import { englishKey } from './key-words.ts'

/** One `Key: value` line of a body. */
export interface BodyField {
  value: string
  /** What stood in parentheses in the key, such as `D/M/Y H:M:S` or `NUM`. */
  hint: string | null
}

/** The `Key: value` lines of a body, by folded key in English; the first of two equal keys wins. */
export class BodyFields {
  readonly #fields = new Map<string, BodyField>()

  constructor(text: string) {
    for (const line of text.split('\n', 300)) this.#read(line.slice(0, 500))
  }

  get size(): number {
    return this.#fields.size
  }

  /** The first of these keys that has a value. */
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
    // a format that contains colons may be in a key's parentheses, so the parentheses are removed before the key is
    // split off
    const parens = /^[^:：()]{0,60}\(([^()]{0,40})\)/.exec(line)
    const hint = parens?.[1]?.trim() ?? null
    const plain = parens ? parens[0].replace(/\(.*\)/, ' ') + line.slice(parens[0].length) : line
    const colon = plain.search(/[:：]/)
    if (colon < 1 || colon > 60) return
    const key = englishKey(foldKey(plain.slice(0, colon)))
    if (key !== '' && !this.#fields.has(key)) this.#fields.set(key, { value: plain.slice(colon + 1).trim(), hint })
  }
}

/** `Alarm Input Channel No.` and `alarm  input channel no` are one key. */
function foldKey(key: string): string {
  return fold(key)
    .replace(/[.*#_]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
