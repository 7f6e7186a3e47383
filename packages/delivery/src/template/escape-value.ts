import { asciiText, plainText } from '../plain-text.ts'
import { xmlText } from '../xml-text.ts'
import type { TemplateTarget } from './parse-template.ts'

/** The longest value, in characters. */
export const MAX_VALUE = 1_000

/** One line: nothing in it can begin another line or header. */
const lineText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .trim()

const ESCAPES: Readonly<Record<TemplateTarget, (text: string) => string>> = {
  // Inside a string. Lone surrogates are written as escapes, so the bytes are valid UTF-8.
  json: (text) => JSON.stringify(text).slice(1, -1),
  xml: (text) => xmlText(text, MAX_VALUE),
  line: lineText,
  // Blanks separate the parts of such a text.
  word: (text) => lineText(text).replaceAll(/\s+/gu, '_'),
  header: asciiText,
  cid: (text) => plainText(text, MAX_VALUE),
}

/** A user's text as it may stand inside a text of this target, whatever it contains. */
export function escapeValue(text: string, target: TemplateTarget): string {
  // Cut before it is escaped, so that no escape is cut. A pair of surrogates is not cut either.
  const cut =
    text.length <= MAX_VALUE
      ? text
      : Array.from(text.slice(0, 2 * MAX_VALUE))
          .slice(0, MAX_VALUE)
          .join('')
  return ESCAPES[target](cut)
}
