/** An ILIKE pattern that finds the text anywhere, with the pattern's own signs taken literally. */
export function containsPattern(text: string): string {
  return `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
