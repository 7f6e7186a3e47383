import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { restrictDecoders } from '../../decode/restrict-decoders.ts'
import { chooseDetectors, type PackSources } from '../choose-detectors.ts'
import { commitCommittee } from '../fit-committee.ts'
import { readManifest } from '../read-manifest.ts'
import { commitFigures, describeNested, isCommitted, measureNested } from './measure-nested.ts'

/** The sets of which figures are committed. */
const COMMITTED_SETS = ['builtin', 'recommended'] as const

export interface NestedCommand {
  manifests: readonly string[]
  /** Names of detectors to measure instead of the committed sets. */
  packs: string | undefined
  cache: string | undefined
  writes: boolean
  namesWrong: boolean
}

/** The sets of labelled alarms that stand beside the repository. */
function besideRepository(root: string): string[] {
  const files = ['footage', 'footage2'].map((name) => path.join(root, '..', 'shared', name, 'manifest.csv'))
  return files.filter((file) => existsSync(file))
}

/** The name of a set of alarms: the folder of its manifest. */
const nameOf = (manifest: string): string => path.basename(path.dirname(path.resolve(manifest)))

/**
 * Runs the nested measure and prints its figures. Without named detectors, compares the figures with the committed ones.
 * @returns whether the figures are the committed ones, or have become so
 */
export async function runNested(
  command: NestedCommand,
  { root, sources, print }: { root: string; sources: PackSources; print: (line: string) => void },
): Promise<boolean> {
  const manifests = command.manifests.length > 0 ? command.manifests : besideRepository(root)
  if (manifests.length === 0)
    throw new Error('Name the labelled alarms: npm run evaluate -- --nested --manifest FILE.csv --also FILE.csv')
  restrictDecoders()
  const cache = command.cache ?? process.env['WINNOW_LOOKS_CACHE'] ?? path.join(tmpdir(), 'winnow-looks')
  const sets = manifests.map((file) => ({ name: nameOf(file), alarms: readManifest(file) }))
  let isSame = true
  for (const name of command.packs === undefined ? COMMITTED_SETS : [command.packs]) {
    const detectors = await chooseDetectors(name, sources)
    const of = sets.reduce((sum, { alarms }) => sum + alarms.length, 0)
    const onDone = (count: number): void => {
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${count} of ${of} `)
    }
    const run = await measureNested(detectors, sets, { cache, onDone })
    for (const line of describeNested(name, run, command.namesWrong)) print(line)
    if (command.packs !== undefined) continue
    if (command.writes) {
      commitFigures(name, run.figures)
      commitCommittee(detectors, run.committee)
    } else if (!isCommitted(name, run.figures)) {
      print(`  other figures than the committed ones; --write commits these`)
      isSame = false
    }
  }
  return isSame
}
