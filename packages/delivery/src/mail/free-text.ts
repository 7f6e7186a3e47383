import { oneLine } from './one-line.ts'

/** The longest name that our mails repeat, in characters. */
const MAX_NAME = 60

/**
 * Breaks up everything in a user's text that mail programs turn into links: web and mail addresses and host names. It inserts a space after
 * the `:` of a scheme, after a dot before a letter, and around `@`.
 */
export function unlinked(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/g, ': ')
    .replaceAll(/(?<=[\p{L}\p{N}-])([.\u2024\u3002\uff0e\uff61])(?=\p{L})/gu, '$1 ')
    .replaceAll(/(?<=\S)@(?=\S)/g, ' @ ')
}

/**
 * Prepares a user's text for use inside our sentences: short, on one line, without links, and in quotation marks that the text itself
 * cannot close. So no reader takes it for our text.
 */
export function quotedName(name: string): string {
  const words = unlinked(oneLine(name, MAX_NAME)).replaceAll(/["“”„‟«»‹›″〝〞＂]/gu, '’')
  return `“${words}”`
}
