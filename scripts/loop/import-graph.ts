import { posix } from 'node:path'
import { readImports } from '../walls/read-imports.ts'

/** For each file, the project files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The entry file of each workspace package, and its further entries, such as `@winnow/vision/packs`. */
function entryOf(specifier: string, sources: ReadonlySet<string>): string | undefined {
  const [, name, path = 'index'] = /^@winnow\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  const base = `packages/${name}/src/${path}`
  return [`${base}.ts`, `${base}/index.ts`].find((file) => sources.has(file))
}

/** Reads the imports of all sources. Imports of external packages and of files that are not sources are left out. */
export function readGraph(files: readonly string[], textOf: (file: string) => string): ImportGraph {
  const sources = new Set(files)
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => {
        const targets = readImports(file, textOf(file)).flatMap(({ specifier }) => {
          const target = specifier.startsWith('.')
            ? posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''))
            : entryOf(specifier, sources)
          return target !== undefined && sources.has(target) ? [target] : []
        })
        return [file, targets] as const
      }),
  )
}

/**
 * The distance of each file to the nearest of the given files: 0 for these, 1 for files that import one of them, and so on. Files that
 * reach none of them are left out.
 * @param passes whether imports of a file are followed. If not, the file has a distance, but files that import it get none through it
 */
export function distancesTo(
  graph: ImportGraph,
  targets: readonly string[],
  passes: (file: string) => boolean,
): Map<string, number> {
  const importers = new Map<string, string[]>()
  for (const [file, imported] of graph)
    for (const target of imported) importers.set(target, [...(importers.get(target) ?? []), file])
  const distances = new Map(targets.map((target) => [target, 0]))
  let ring = [...targets]
  for (let distance = 1; ring.length > 0; distance++) {
    const next = ring
      .filter((file) => distance === 1 || passes(file))
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !distances.has(file))
    ring = [...new Set(next)]
    for (const file of ring) distances.set(file, distance)
  }
  return distances
}
