import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A project of vitest.config.ts. */
export type Project = 'unit' | 'api' | 'web' | 'e2e'

/** Folders without our own sources. */
const NO_SOURCES: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'data',
  'locales',
  'weights',
  'images',
  '.git',
])

/**
 * All source files of the project: paths below its folder, with `/`, in order.
 * @param root the project's folder
 */
export function listSources(root: string): string[] {
  const found: string[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!NO_SOURCES.has(entry.name) && !entry.name.startsWith('.')) walk(path)
      } else if (/\.(tsx?|mjs|css)$/.test(entry.name)) found.push(path)
    }
  }
  for (const folder of ['apps', 'packages', 'scripts', 'bench', 'e2e']) walk(folder)
  return found.toSorted()
}

/**
 * The project that runs a file, by the patterns of vitest.config.ts. Undefined if the file is not a test, or belongs to
 * `npm run counterparts`.
 */
export function projectOf(file: string): Project | undefined {
  if (file.endsWith('.counterpart.test.ts')) return undefined
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return 'e2e'
  if (/^apps\/web\/src\/.*\.test\.tsx?$/.test(file)) return 'web'
  if (/^apps\/server\/.*\.api\.test\.ts$/.test(file)) return 'api'
  if (/^(packages|apps\/server|scripts|bench)\/.*\.test\.ts$/.test(file)) return 'unit'
  return undefined
}
