import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { committeeKey } from '../../decide/parameters.ts'
import { restrictDecoders } from '../../decode/restrict-decoders.ts'
import { PACK_SETS } from '../../packs/catalogue.ts'
import { chooseDetectors, type PackSources } from '../choose-detectors.ts'
import { commitCommittee } from '../fit-committee.ts'
import { readManifest } from '../read-manifest.ts'
import { BOUND_MS, CANDIDATES, nameOfSet } from './candidate-sets.ts'
import { commitFigures, describeNested, isCommitted, measureNested, type Choice } from './measure-nested.ts'

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

/** What can be chosen under this name: for the sets of the product their detectors too, else only the weights of the named detectors. */
async function choiceOf(name: string, sources: PackSources): Promise<Choice> {
  const boundMs = BOUND_MS[name]
  if (boundMs === undefined) return { sets: [await chooseDetectors(name, sources)] }
  const everyone = await chooseDetectors([...new Set(CANDIDATES.flat())].join(','), sources)
  return { sets: CANDIDATES.map((ids) => everyone.filter(({ id }) => ids.includes(id))), boundMs }
}

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
    const choice = await choiceOf(name, sources)
    const of = sets.reduce((sum, { alarms }) => sum + alarms.length, 0)
    const onDone = (count: number): void => {
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${count} of ${of} `)
    }
    const run = await measureNested(choice, sets, { cache, onDone })
    for (const line of describeNested(name, run, command.namesWrong)) print(line)
    const isOwn = command.packs !== undefined && command.manifests.length > 0 && !command.writes
    if (isOwn || !COMMITTED_SETS.includes(name)) continue
    const known = PACK_SETS[name]
    if (known !== undefined && committeeKey(known) !== nameOfSet(run.detectors)) {
      print(`  another set than ${name} in packs/catalogue.ts; change it there`)
      isSame = false
    }
    if (command.writes) {
      commitFigures(name, run.figures)
      commitCommittee(run.detectors, run.committee)
    } else if (!isCommitted(name, run.figures)) {
      print(`  other figures than the committed ones; --write commits these`)
      isSame = false
    }
  }
  return isSame
}
