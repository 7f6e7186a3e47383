import type { Glossary } from '../glossary/glossary.ts'
import type { FlatTexts } from './flatten.ts'

/** The part of a glossary that the check uses. */
export interface GlossaryToHold extends Pick<Glossary, 'quotes'> {
  terms: Readonly<Partial<Glossary['terms']>>
}

const QUOTES = ['"', '“', '”', '„', '«', '»', '‹', '›']

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A pattern for a whole word, case-insensitive. `*` at the start or the end of the word matches any letters. */
function wordPattern(word: string): RegExp {
  const [open, close] = [word.startsWith('*'), word.endsWith('*')]
  const core = escaped(word.slice(open ? 1 : 0, close ? -1 : undefined))
  return new RegExp(`${open ? '' : String.raw`(?<!\p{L})`}${core}${close ? '' : String.raw`(?!\p{L})`}`, 'iu')
}

/** Reports texts that contradict the glossary of their language. Placeholders are ignored; quoted passages may contain avoided words. */
export function glossaryFaults(texts: FlatTexts, { quotes, terms }: GlossaryToHold): string[] {
  const avoided = Object.values(terms).flatMap((term) =>
    typeof term === 'string'
      ? []
      : (term.avoid ?? []).map((word) => ({ word, use: term.use, pattern: wordPattern(word) })),
  )
  const quoted = new RegExp(`${quotes[0]}[^${quotes[1]}]*${quotes[1]}`, 'gu')
  const foreign = QUOTES.filter((mark) => !quotes.includes(mark))
  return Array.from(texts).flatMap(([key, text]) => {
    const own = text.replaceAll(/\{\{[^}]*\}\}/g, '')
    const unquoted = own.replaceAll(quoted, '')
    return [
      ...avoided
        .filter(({ pattern }) => pattern.test(unquoted))
        .map(({ word, use }) => `${key} says "${word}"; the glossary says "${use}"`),
      ...foreign
        .filter((mark) => own.includes(mark))
        .map((mark) => `${key} has ${mark}; quotations are ${quotes.join('…')}`),
    ]
  })
}
