type Rgb = [red: number, green: number, blue: number]

/** `#ff0000` for red, green and blue of 0–255. */
export const hexOf = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Red, green and blue of a colour of six hex digits; undefined while it is being typed. */
export function rgbOf(hex: string): Rgb | undefined {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex)
  if (!match) return undefined
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => Number.parseInt(part, 16))
  return [red, green, blue]
}
