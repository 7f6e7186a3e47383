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

/**
 * A user's text for use inside a message: printable ASCII without the characters that separate the parts of a message, at most `max` long.
 * Accents are dropped, other characters become `?`.
 */
export function plainText(text: string, max: number): string {
  return text
    .replaceAll(/[ßæÆøØœŒđĐłŁ’‘“”–—]/g, (char) => LATIN[char] ?? char)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(SEPARATORS, ' ')
    .replaceAll(/[^ -~]/gu, '?')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, max)
    .trim()
}
