// npm run texts: commands for translators. docs/translating.md explains the next steps.
import { join } from 'node:path'
import { isLocale, LOCALES } from '../locales.ts'
import { checkLocale, checkTexts } from './check-texts.ts'
import { missingTexts } from './missing-texts.ts'
import { projectTexts } from './project-texts.ts'
import { staleTexts } from './stale-texts.ts'
import { writeNamespaces } from './write-namespaces.ts'

const USAGE = `npm run texts -- COMMAND [LANGUAGE…]
  check      what is wrong with the offered languages; with a language named, with that one, offered or not
  missing    texts that a language lacks, with their English ones
  stale      texts whose English one was changed after them
  count      how many texts each language has
  namespaces gives all languages the namespaces that English has
Languages: ${LOCALES.join(', ')}; all but English unless named.
`

function print(lines: readonly string[], nothing: string): void {
  process.stdout.write(lines.length === 0 ? `${nothing}\n` : `${lines.join('\n')}\n${lines.length} in all\n`)
}

async function check(named: readonly string[]): Promise<number> {
  const problems =
    named.length === 0
      ? await checkTexts(projectTexts)
      : (await Promise.all(named.map(async (locale) => checkLocale(locale, projectTexts)))).flat()
  print(problems, 'The texts are complete.')
  return problems.length === 0 ? 0 : 1
}

async function run([command = 'check', ...named]: readonly string[]): Promise<number> {
  const languages = named.length > 0 ? named : LOCALES.filter((locale) => locale !== 'en')
  if (!languages.every(isLocale)) {
    process.stderr.write(USAGE)
    return 2
  }
  switch (command) {
    case 'check':
      return check(named)
    case 'missing':
      for (const locale of languages)
        print(
          missingTexts(projectTexts.locales, locale).map(
            ({ namespace, key, english }) => `${locale}/${namespace}: ${key}\t${JSON.stringify(english)}`,
          ),
          `${locale}: nothing is missing`,
        )
      return 0
    case 'stale':
      for (const locale of languages)
        print(
          staleTexts(projectTexts.locales, locale).map((key) => `${locale}/${key}`),
          `${locale}: no English text was changed after its translation`,
        )
      return 0
    case 'count':
      for (const locale of languages)
        process.stdout.write(`${locale}: ${missingTexts(projectTexts.locales, locale).length} missing\n`)
      return 0
    case 'namespaces':
      writeNamespaces(projectTexts.locales, join(import.meta.dirname, '../texts'))
      return 0
    default:
      process.stderr.write(USAGE)
      return 2
  }
}

process.exitCode = await run(process.argv.slice(2))
