const MAX_ID = 100

/**
 * An id of DW Spectrum or Nx Witness in the form in which ids are compared: without braces and in lower case, of characters that a database
 * can store. Anything but a text is none.
 */
export const nxId = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[{}\s\p{Cc}]/gu, '')
        .toLowerCase()
        .slice(0, MAX_ID)
        .toWellFormed()
    : ''
