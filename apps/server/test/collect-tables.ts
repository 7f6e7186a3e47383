import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const MODULES = join(import.meta.dirname, '../src/modules')

/**
 * Merges the modules' files `NAME.table.ts`, each of which exports one record.
 * @param name the name of the files, and in camel case the name of their exports
 * @throws Error when two modules use the same key
 */
export async function collectTables<T>(name: string): Promise<Readonly<Record<string, T>>> {
  const exported = name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const rows: Record<string, T> = {}
  for (const module of readdirSync(MODULES)) {
    const file = join(MODULES, module, `${name}.table.ts`)
    if (!existsSync(file)) continue
    const found: Record<string, Record<string, T> | undefined> = await import(pathToFileURL(file).href)
    const table = found[exported]
    if (!table) throw new Error(`modules/${module}/${name}.table.ts does not export ${exported}`)
    for (const [key, row] of Object.entries(table)) {
      if (rows[key])
        throw new Error(`${key} stands in modules/${module}/${name}.table.ts and in that of another module`)
      rows[key] = row
    }
  }
  return rows
}
