/** Control characters with line breaks among them, and what turns the direction of writing. Joiners are none of them: emoji and many scripts need them. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/u

/** What a name that is not plain is told. */
export const NOT_A_PLAIN_LINE = 'Must not contain line breaks, control characters or characters that turn the direction'

/** Whether a text is one line that reads everywhere as it was written, so that a name can neither break a mail's header nor show as another. */
export const isPlainLine = (text: string): boolean => !NOT_PLAIN.test(text)
