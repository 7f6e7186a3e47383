/** Where a value stands: in a text (of an element, an attribute, a JSON string, a line), or in the place of a whole JSON value. */
export type Place = 'text' | 'value'

interface Places {
  read(literal: string): void
  /** The place of a value that follows what was read; undefined where none may stand. */
  here(): Place | undefined
}

/** Follows the strings of a JSON text. */
export function jsonPlaces(): Places {
  let inString = false
  let escaped = false
  return {
    read(literal) {
      for (const char of literal) {
        if (escaped) escaped = false
        else if (inString && char === '\\') escaped = true
        else if (char === '"') inString = !inString
      }
    },
    here: () => (escaped ? undefined : inString ? 'text' : 'value'),
  }
}

/** Follows the tags of an XML text. Comments, CDATA and the like are not XML to us: see `check-template.ts`. */
export function xmlPlaces(): Places {
  let quote = ''
  let inTag = false
  return {
    read(literal) {
      for (const char of literal) {
        if (quote !== '') quote = char === quote ? '' : quote
        else if (inTag && (char === '"' || char === "'")) quote = char
        else if (char === '<') inTag = true
        else if (char === '>') inTag = false
      }
    },
    here: () => (inTag && quote === '' ? undefined : 'text'),
  }
}
