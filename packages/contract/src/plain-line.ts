/**
 * Matches control characters, including line breaks, and characters that change the direction of writing. Joiners are allowed, because
 * emoji and many scripts need them.
 */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/u

/** The error message for a name that is not a plain line. */
export const NOT_A_PLAIN_LINE = 'Must not contain line breaks, control characters or characters that turn the direction'

/**
 * Whether a text is a single line that every program displays as it was written. Such a name cannot break the header of a mail and cannot
 * be displayed as a different name.
 */
export const isPlainLine = (text: string): boolean => !NOT_PLAIN.test(text)
