const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}
// Characters that separate the parts of a message, or end one.
const SEPARATORS = /[[\]|^"#{}\\~]/g

/** Fewer characters than this are read of a text: nothing shows more of a name, and normalising costs time. */
const MAX_READ = 4_000

/** A user's text as one line of printable ASCII. Accents are dropped, other characters become `?`. */
export function asciiText(text: string): string {
  return text
    .slice(0, MAX_READ)
    .replaceAll(/[ßæÆøØœŒđĐłŁ’‘“”–—]/g, (char) => LATIN[char] ?? char)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/[^ -~]/gu, '?')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/**
 * A user's text for use inside a message: printable ASCII without the characters that separate the parts of a message, at most `max` long.
 */
export function plainText(text: string, max: number): string {
  return asciiText(text).replaceAll(SEPARATORS, ' ').replaceAll(/ {2,}/g, ' ').trim().slice(0, max).trim()
}
