type Rgb = [red: number, green: number, blue: number]

/** Converts red, green and blue (0–255 each) to the form `#ff0000`. */
export const hexOf = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Parses a colour of six hex digits to red, green and blue. Returns undefined while the text is incomplete. */
export function rgbOf(hex: string): Rgb | undefined {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex)
  if (!match) return undefined
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => Number.parseInt(part, 16))
  return [red, green, blue]
}
