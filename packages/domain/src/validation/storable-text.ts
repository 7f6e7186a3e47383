/** Whether a text can be stored: PostgreSQL accepts neither NUL nor a lone surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
