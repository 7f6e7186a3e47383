// Everything that ends a line, steers a terminal or turns the direction of text: none of it belongs into a header or a name.
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]+/gu

/** A text as one harmless line of at most `max` characters. */
export function oneLine(text: string, max = 200): string {
  const line = text.replaceAll(CONTROL, ' ').replaceAll(/ {2,}/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}
