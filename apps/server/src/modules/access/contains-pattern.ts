/** A pattern of LIKE and ILIKE that finds the text anywhere. Wildcards in the text are escaped. */
export function containsPattern(text: string): string {
  return `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
