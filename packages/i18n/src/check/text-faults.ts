import { englishOf, type FlatTexts } from './flatten.ts'

/** A text without placeholders, tags, digits and symbols. The rest is what must be translated. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()

/** The punctuation at the end of a text, without quotes and brackets. Several dots count as an ellipsis. */
function endOf(text: string): string {
  const [end = ''] = /[.?!:…]+$/.exec(text.trim().replaceAll(/["'“”„‟«»‹›)\]\s]+$/gu, '')) ?? []
  return /^\.{2,}$/.test(end) ? '…' : end
}

const edgesOf = (text: string): string => JSON.stringify([/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]])
const linesOf = (text: string): number => text.split('\n').length

/**
 * The maximum length of a translation. Short texts grow most: "Save" is "Speichern" and "Enregistrer". A longer translation explains where
 * it should name, or contains two texts.
 */
const longest = (english: number): number => Math.ceil(english * 1.6) + 12
/** The minimum length of a translation. In a shorter one, something is missing. */
const shortest = (english: number): number => Math.floor(english * 0.45) - 4

function faultsOf(text: string, english: string): string[] {
  const faults: string[] = []
  // `compareLocales` reports empty texts.
  if (text.trim() === '') return []
  if (edgesOf(text) !== edgesOf(english)) faults.push('begins or ends with other spaces than English')
  if (linesOf(text) !== linesOf(english)) faults.push(`has ${linesOf(text)} lines, English ${linesOf(english)}`)
  if (/ {2}|\t/.test(text)) faults.push('has several spaces in a row')
  if (/ [?!;:»]|« /.test(text))
    faults.push('has a plain space where a line must not break (U+202F or none belongs there)')
  if (endOf(text) !== endOf(english)) faults.push(`ends with "${endOf(text)}", English with "${endOf(english)}"`)
  if (text.length > longest(english.length))
    faults.push(`has ${text.length} characters; ${longest(english.length)} is much for ${english.length} in English`)
  if (text.length < shortest(english.length))
    faults.push(`has ${text.length} characters; that is little for ${english.length} in English`)
  return faults
}

/** The faults of single texts of a namespace, each compared with its English text. */
export function textFaults(texts: FlatTexts, english: FlatTexts): string[] {
  return Array.from(texts).flatMap(([key, text]) => {
    const wanted = englishOf(key, english)
    return wanted === undefined ? [] : faultsOf(text, wanted).map((fault) => `${key} ${fault}`)
  })
}

/**
 * Keys whose text contains words and is identical to the English text. The caller removes those that are correct in both languages; the
 * others were left untranslated by mistake.
 */
export function sameAsEnglish(texts: FlatTexts, english: FlatTexts): { key: string; text: string }[] {
  return Array.from(texts, ([key, text]) => ({ key, text })).filter(
    ({ key, text }) => wordsOf(text).length > 1 && text === englishOf(key, english),
  )
}
