// Characters that end a line, control a terminal or change the direction of text. None may be in a header or a name.
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]+/gu

/** A text as one safe line of at most `max` characters. */
export function oneLine(text: string, max = 200): string {
  const line = text.replaceAll(CONTROL, ' ').replaceAll(/ {2,}/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}
