import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { restrictDecoders } from '../../decode/restrict-decoders.ts'
import { chooseDetectors, type PackSources } from '../choose-detectors.ts'
import { commitCommittee } from '../fit-committee.ts'
import { readManifest } from '../read-manifest.ts'
import { commitFigures, describeNested, isCommitted, measureNested } from './measure-nested.ts'

/** The sets of which figures are committed. */
const COMMITTED_SETS: readonly string[] = ['builtin', 'recommended', 'accurate']

export interface NestedCommand {
  manifests: readonly string[]
  /** One of the committed sets, or names of other detectors, to measure instead of all committed sets. */
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
 * Runs the nested measure and prints its figures. Compares those of committed sets with the committed figures; a set that is named with alarms of
 * one's own is measured only.
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
    const isOwn = command.packs !== undefined && command.manifests.length > 0 && !command.writes
    if (isOwn || !COMMITTED_SETS.includes(name)) continue
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
