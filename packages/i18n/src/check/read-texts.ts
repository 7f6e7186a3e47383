import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { flatten, type FlatTexts } from './flatten.ts'

/** The texts of a language by namespace. */
export type LocaleFolder = ReadonlyMap<string, FlatTexts>

/** Reads a language: a JSON file per namespace. */
export function readLocale(folder: string): LocaleFolder {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [basename(name, '.json'), flatten(JSON.parse(readFileSync(join(folder, name), 'utf8')))]),
  )
}

/** Contents of the source files below a folder, without tests: a test that mentions a key does not display its text. */
export function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}
