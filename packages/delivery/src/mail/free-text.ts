import { oneLine } from './one-line.ts'

/** Longest name that a mail of ours repeats. */
const MAX_NAME = 60

/**
 * A text that somebody wrote, so that no mail program makes a link of it: addresses of the web and of mail, and hosts with a name. A space breaks
 * each where programs look: after `:` of a scheme, after a dot before a letter, around `@`.
 */
export function unlinked(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/g, ': ')
    .replaceAll(/(?<=[\p{L}\p{N}-])([.\u2024\u3002\uff0e\uff61])(?=\p{L})/gu, '$1 ')
    .replaceAll(/(?<=\S)@(?=\S)/g, ' @ ')
}

/**
 * A name that somebody wrote, within a sentence of ours: short, one line, no link, and in quotation marks that it cannot close, so that it never
 * reads as ours.
 */
export function quotedName(name: string): string {
  const words = unlinked(oneLine(name, MAX_NAME)).replaceAll(/["“”„‟«»‹›″〝〞＂]/gu, '’')
  return `“${words}”`
}
