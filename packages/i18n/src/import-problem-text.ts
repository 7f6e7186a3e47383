import type { en } from './texts/en.ts'
import type { QualifiedKey } from './typed-keys.ts'

type Texts = (typeof en)['transfers']

/** The translation function of an interface language, with all texts. */
export type ImportWords = (
  key: QualifiedKey<'transfers' | 'common'>,
  values?: Readonly<Record<string, string | number>>,
) => string

/** A problem of a line of an import, as the contract describes it. */
interface Problem {
  code: keyof Texts['problem']
  column: keyof Texts['column']
  otherLine: number | null
  /** The rule that the value breaks. */
  rule?: Exclude<keyof (typeof en)['common']['validation'], 'emailBlocked'> | undefined
  limit?: number | undefined
  entry?: number | undefined
}

/** Returns a problem of a line of an import as a sentence. The console and files to correct use the same sentences. */
export function importProblemText({ code, column, otherLine, rule, limit, entry }: Problem, t: ImportWords): string {
  const words = { column: t(`transfers:column.${column}`), line: otherLine ?? '' }
  if (code !== 'INVALID') return t(`transfers:problem.${code}`, words)
  // The help names a time zone as an example, and the text of the rule would only repeat that it is not valid.
  const why =
    rule === undefined || rule === 'timezone'
      ? t(`transfers:help.${column}`)
      : t(`common:validation.${rule}`, { n: limit ?? '' })
  const help = /[.!?]$/.test(why) ? why : `${why}.`
  return entry === undefined
    ? t('transfers:problem.INVALID', { ...words, help })
    : t('transfers:problem.INVALID_ENTRY', { ...words, help, n: entry })
}
