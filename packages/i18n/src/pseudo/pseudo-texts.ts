import type { LocaleTexts } from '../load-locale.ts'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀçđéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÁɃÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'
const ACCENT = new Map(Array.from(PLAIN, (letter, index) => [letter, Array.from(ACCENTED)[index] ?? letter]))

/** Placeholders and tags, which stay unchanged. */
const KEPT = /(\{\{[^}]*\}\}|<[^>]*>)/

/** The number of characters by which a translation is assumed to be longer. Short texts grow more in proportion than long ones. */
const growth = (length: number): number => Math.ceil(length * (length <= 10 ? 0.6 : 0.35))

/** Padding made of words of usual length, so that the text wraps as a translation would. */
function padding(length: number): string {
  const words = 'ẽxtŕá ŵöŕđš '.repeat(Math.ceil(length / 12))
  return words.slice(0, length).trimEnd()
}

/**
 * Adds accents, about a third of length, and brackets to a text. The brackets reveal a text that is cut off; the accents reveal text that
 * is not translated.
 */
export function pseudoText(text: string): string {
  const body = text.trim()
  if (body === '') return text
  const [lead = '', tail = ''] = text.split(body)
  const letters = body.split(KEPT).filter((_, index) => index % 2 === 0)
  const accented = body
    .split(KEPT)
    .map((part, index) =>
      index % 2 === 1 ? part : Array.from(part, (letter) => ACCENT.get(letter) ?? letter).join(''),
    )
    .join('')
  const more = padding(growth(letters.join('').length))
  return `${lead}⟦${accented}${more === '' ? '' : ` ${more}`}⟧${tail}`
}

const pseudo = (node: unknown): unknown => (typeof node === 'string' ? pseudoText(node) : pseudoGroup(node ?? {}))

const pseudoGroup = (group: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(group).map(([key, child]) => [key, pseudo(child)]))

/** All texts converted to the pseudo-language, plural forms included. */
export const pseudoTexts = (texts: LocaleTexts): LocaleTexts =>
  Object.fromEntries(Object.entries(texts).map(([namespace, group]) => [namespace, pseudoGroup(group)]))
