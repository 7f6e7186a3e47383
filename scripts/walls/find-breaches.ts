import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { findCircle } from './find-circle.ts'
import { isTest } from './is-test.ts'
import { readImports } from './read-imports.ts'
import { featureOf, moduleOf, WALLS, type Target } from './walls.ts'

/** One import that breaks a wall. */
export interface Breach {
  file: string
  line: number
  message: string
}

interface Arrow {
  from: string
  to: Target
  line: number
  specifier: string
}

function targetOf(from: string, specifier: string): Target {
  if (!specifier.startsWith('.')) return { package: specifier }
  // The options for Vite after a `?` are not part of the path.
  return { file: posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')) }
}

/** The first import cycle among modules or features, reported for the file that closes it. */
function circleAmong(arrows: readonly Arrow[], groupOf: (file: string) => string | undefined): Breach[] {
  const between = arrows.flatMap(({ from, to, line }) => {
    const [a, b] = [groupOf(from), 'file' in to ? groupOf(to.file) : undefined]
    return a === undefined || b === undefined || a === b || isTest(from) ? [] : [{ from: a, to: b, file: from, line }]
  })
  const circle = findCircle(between)
  const closing = between.find(({ from, to }) => from === circle?.at(-1) && to === circle[0])
  if (!circle || !closing) return []
  const way = [...circle, circle[0]].join(' → ')
  return [{ file: closing.file, line: closing.line, message: `a circle: ${way}` }]
}

/**
 * All imports of the given files that break a wall, and the first import cycle among modules or features.
 * @param root the project's folder
 * @param files their paths below it, with `/`
 */
export function findBreaches(root: string, files: readonly string[]): Breach[] {
  const arrows = files
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      readImports(file, readFileSync(join(root, file), 'utf8')).map(({ specifier, line }): Arrow => ({
        from: file,
        to: targetOf(file, specifier),
        line,
        specifier,
      })),
    )
  const broken = arrows.flatMap(({ from, to, line, specifier }): Breach[] => {
    const wall = WALLS.find(({ breaks }) => breaks(from, to))
    return wall ? [{ file: from, line, message: `imports ${specifier}, but ${wall.rule}` }] : []
  })
  return [...broken, ...circleAmong(arrows, moduleOf), ...circleAmong(arrows, featureOf)]
}
