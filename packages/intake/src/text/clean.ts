/** Cleans a text for the database and the screen: well-formed, with one kind of line end and without control characters. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- removes control characters: PostgreSQL refuses NUL, and escapes can forge log lines
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, '')
  )
}

/** Cleans a text and makes it one line of at most `max` characters. */
export function cleanLine(text: string, max = 500): string {
  return cleanText(text).replace(/\s+/g, ' ').trim().slice(0, max).toWellFormed()
}

/** A cleaned line, or null when it is empty. */
export function lineOrNull(text: string | null | undefined, max = 200): string | null {
  return text ? cleanLine(text, max) || null : null
}
