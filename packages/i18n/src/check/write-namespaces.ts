import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FALLBACK_LOCALE, LOCALES } from '../locales.ts'
import { readLocale } from './read-texts.ts'

/**
 * Generates the source of the module that imports the texts of a language. Each namespace is imported by name, a form that Node, a bundler
 * and the type check all understand. The bundler makes one chunk per language.
 */
export function textModule(locale: string, namespaces: readonly string[]): string {
  const names = namespaces.toSorted()
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(locale)
  const isFallback = locale === FALLBACK_LOCALE
  return [
    '// Made by `npm run texts -- namespaces` from the files in locales/en.',
    ...names.map((name) => `import ${name} from '../../locales/${locale}/${name}.json' with { type: 'json' }`),
    '',
    isFallback
      ? '/** The English texts, one namespace per feature. Their keys are the type of every key in the product. */'
      : `/** The ${language} texts. */`,
    `export const ${locale} = {`,
    ...names.map((name) => `  ${name},`),
    '}',
    ...(isFallback ? ['', 'export type Resources = typeof en', 'export type Namespace = keyof Resources'] : []),
    '',
  ].join('\n')
}

/**
 * Adds the namespaces of English to every language: writes an empty file for each missing namespace, and the module that imports them all.
 */
export function writeNamespaces(locales: string, modules: string): void {
  const namespaces = Array.from(readLocale(join(locales, FALLBACK_LOCALE)).keys())
  for (const locale of LOCALES) {
    for (const namespace of namespaces) {
      const file = join(locales, locale, `${namespace}.json`)
      if (!existsSync(file)) writeFileSync(file, '{}\n')
    }
    writeFileSync(join(modules, `${locale}.ts`), textModule(locale, namespaces))
  }
}
