import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, MAX_AGREEMENT_LENGTH, type Consent, type ConsentCode } from '@winnow/contract'

type Language = Consent['language']

/** The current version of an agreement. It has at least one text. */
export interface Agreement {
  code: ConsentCode
  version: string
  texts: ReadonlyMap<Language, string>
}

/** The texts of the product: for each code a folder, in it a folder for the version, in it a file for each language. */
const OWN_TEXTS = fileURLToPath(new URL('texts/', import.meta.url))
const BYTE_ORDER_MARK = /^\uFEFF/
/** Sorts `2` before `10`, and days in the form 2026-11-23. */
const versionOrder = new Intl.Collator('en', { numeric: true })

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function readText(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).replace(BYTE_ORDER_MARK, '')
    if (text.trim() === '') throw new Error(`${file} is empty`)
    if (text.length > MAX_AGREEMENT_LENGTH) throw new Error(`${file} has more than ${MAX_AGREEMENT_LENGTH} characters`)
    return text
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function readTexts(folder: string): Promise<Map<Language, string>> {
  const texts = await Promise.all(
    LANGUAGES.map(async (language) => [language, await readText(join(folder, `${language}.html`))] as const),
  )
  return new Map(texts.flatMap(([language, text]) => (text === undefined ? [] : [[language, text]])))
}

/** The names of the versions in a folder, the newest first. Names that begin with a dot are versions under preparation. */
async function listVersions(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
    return names.toSorted((a, b) => versionOrder.compare(b, a))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function readNewest(root: string, code: ConsentCode): Promise<Agreement | undefined> {
  const folder = join(root, code)
  const [version] = await listVersions(folder)
  if (version === undefined) return undefined
  const texts = await readTexts(join(folder, version))
  if (texts.size === 0) throw new Error(`${join(folder, version)} has no text, such as en.html`)
  return { code, version, texts }
}

/**
 * Reads the current version of an agreement: the newest one of the installation, or the product's own if the installation has none.
 * @param folder the installation's texts, in the same form as the product's
 * @throws Error if the newest version of the installation has no text, or one that is empty or too long. The product's text is not used
 *   then, because people would agree to something else than the provider wants.
 */
export async function readAgreement(folder: string, code: ConsentCode): Promise<Agreement> {
  const found = (await readNewest(folder, code)) ?? (await readNewest(OWN_TEXTS, code))
  if (!found) throw new Error(`the product has no text for ${code}`)
  return found
}

/** The text in a language, else in English, else in any language. */
export function textFor({ texts }: Agreement, wanted: Language): { language: Language; content: string } {
  for (const language of [wanted, ...LANGUAGES]) {
    const content = texts.get(language)
    if (content !== undefined) return { language, content }
  }
  throw new Error('an agreement without a text')
}

/** The language whose text is exactly this one; undefined if no text of the version is. */
export const languageOf = ({ texts }: Agreement, content: string): Language | undefined =>
  [...texts].find(([, text]) => text === content)?.[0]

export const hashOf = (content: string): string => createHash('sha256').update(content, 'utf8').digest('hex')
