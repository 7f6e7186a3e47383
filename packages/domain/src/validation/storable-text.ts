/** Whether a text can be stored: PostgreSQL takes neither NUL nor half of a character that is written in two units. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
