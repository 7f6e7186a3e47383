// npm run models -- list | add NAME | add --from PLACE [NAME] | remove ID | check ID | bench [ID …]: the detectors of this installation.
import { parseArgs } from 'node:util'
import {
  checkPack,
  createPackStore,
  FetchFailed,
  isShared,
  noteRemoval,
  packFolder,
  packsNamed,
  PACK_SETS,
  PackRefused,
  PUBLISHED_PACKS,
  readPack,
  type InstalledPack,
  type OnProgress,
  type PackManifest,
} from '@winnow/vision/packs'
import { loadEnv } from '../platform/env.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: npm run models -- COMMAND
  list                          what is installed, and what can be added
  add NAME [--mirror ADDRESS]   a pack or a set (${Object.keys(PACK_SETS).join(', ')}) from where it is published, or from a mirror
  add NAME --from FILE          the same from a file that was fetched elsewhere
  add --from FOLDER             a pack of your own: a folder with a pack.json and an ONNX file
  remove ID
  check ID [--picture FILE]     has a pack (its id, or its folder) look at a picture
  bench [ID …]                  milliseconds of one look, for the packs named or all`

const MIB = 1024 * 1024
const AFTER = 'Servers that run take it up within seconds, and so do those on other machines.'

const root = packFolder(loadEnv(process.env).dataDir)
const store = createPackStore(root)

/** What packs are for that do not look for people and vehicles. */
const KINDS: Record<PackManifest['capability'], string> = {
  detect: '',
  plate: ' (number plates)',
  ppe: ' (protective equipment, for rules)',
  fire: ' (smoke and fire, for rules)',
  glass: ' (broken panes, for rules)',
  behaviour: ' (aggressive behaviour, for rules)',
}

async function list(): Promise<void> {
  const { packs, broken } = await store.list()
  const hasDetector = packs.some(({ manifest }) => manifest.capability === 'detect')
  if (packs.length === 0) console.log('Installed: none; the built-in detector is used.')
  else console.log(hasDetector ? 'Installed:' : 'Installed, beside the built-in detector:')
  for (const { manifest } of packs)
    console.log(
      `  ${manifest.id}  ${manifest.title} ${manifest.version}${KINDS[manifest.capability]}, ${manifest.licence}; ${manifest.source}`,
    )
  for (const { id, problem } of broken) console.log(`  ${id}  cannot be used: ${problem}`)
  const missing = PUBLISHED_PACKS.filter(({ manifest }) => !packs.some((pack) => pack.manifest.id === manifest.id))
  if (missing.length > 0) console.log('To be added by name:')
  for (const { manifest } of missing)
    console.log(`  ${manifest.id}  ${manifest.title}, ${manifest.licence}; ${manifest.source}`)
  for (const [name, ids] of Object.entries(PACK_SETS)) console.log(`  ${name}  the set ${ids.join(', ')}`)
}

/** Prints the progress of a download in a line that is overwritten. Without a terminal, it prints a new line now and then. */
function showProgress(id: string): OnProgress {
  let last = -1
  return (done, total) => {
    const percent = total ? Math.floor((done / total) * 100) : undefined
    const step = percent ?? Math.floor(done / MIB)
    if (step === last || (!process.stdout.isTTY && step % 25 !== 0)) return
    last = step
    const text = `${id}: ${(done / MIB).toFixed(1)} MB${percent === undefined ? '' : `, ${percent} %`}`
    if (process.stdout.isTTY) process.stdout.write(`\r${text} `)
    else console.log(text)
  }
}

function reportAdded({ manifest }: InstalledPack): void {
  if (process.stdout.isTTY) process.stdout.write('\r')
  console.log(`Added ${manifest.id}: ${manifest.title}, licence ${manifest.licence}, from ${manifest.source}.`)
}

async function add(name: string | undefined, options: { from?: string; mirror?: string }): Promise<void> {
  if (name === undefined) {
    if (options.from === undefined) throw new StartError(USAGE)
    reportAdded(await store.addFrom(options.from))
    console.log(AFTER)
    return
  }
  const packs = packsNamed(name)
  if (packs === undefined) throw new StartError(`There is no pack or set ${name}. npm run models -- list shows them.`)
  if (options.from !== undefined && packs.length > 1)
    throw new StartError(
      `${name} is a set: add ${packs.map(({ manifest }) => manifest.id).join(', ')} one by one from their files.`,
    )
  for (const pack of packs) {
    const onProgress = showProgress(pack.manifest.id)
    const { mirror } = options
    reportAdded(
      options.from === undefined
        ? await store.add(pack, { onProgress, ...(mirror === undefined ? {} : { mirror }) })
        : await store.addFrom(options.from, pack),
    )
  }
  console.log(AFTER)
}

async function remove(id: string | undefined): Promise<void> {
  if (id === undefined) throw new StartError(USAGE)
  // Other machines of the installation may have the pack too. Without this note, the server would install the pack here again.
  if (await isShared(root, id)) await noteRemoval(root, id)
  if (!(await store.remove(id))) throw new StartError(`There is no pack ${id}.`)
  console.log(`Removed ${id}. ${AFTER}`)
}

async function find(id: string): Promise<InstalledPack | 'builtin'> {
  if (id === 'builtin') return 'builtin'
  const { packs } = await store.list()
  return packs.find(({ manifest }) => manifest.id === id) ?? readPack(id)
}

async function check(id: string | undefined, picture: string | undefined): Promise<void> {
  if (id === undefined) throw new StartError(USAGE)
  const { sightings, totalMs } = await checkPack(await find(id), picture)
  console.log(`${id} works: ${totalMs.toFixed(0)} ms a look.`)
  if (picture === undefined) console.log('Name a picture to see what it sees: --picture FILE')
  for (const { class: kind, label, score, box } of sightings) {
    const at = [box.x, box.y, box.width, box.height].map((value) => value.toFixed(3)).join(' ')
    console.log(`  ${score.toFixed(2)}  ${kind} (${label})  at ${at}`)
  }
}

async function bench(ids: readonly string[]): Promise<void> {
  const { packs } = await store.list()
  const chosen = ids.length > 0 ? ids : ['builtin', ...packs.map(({ manifest }) => manifest.id)]
  const rows: Record<string, string>[] = []
  for (const id of chosen) {
    const { inferenceMs, totalMs } = await checkPack(await find(id))
    rows.push({ pack: id, 'network ms': inferenceMs.toFixed(1), 'look ms': totalMs.toFixed(1) })
  }
  console.table(rows)
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, mirror: { type: 'string' }, picture: { type: 'string' } },
  })
  const [command, ...names] = positionals
  try {
    if (command === 'list') await list()
    else if (command === 'add') await add(names[0], values)
    else if (command === 'remove') await remove(names[0])
    else if (command === 'check') await check(names[0], values.picture)
    else if (command === 'bench') await bench(names)
    else throw new StartError(USAGE)
  } catch (error) {
    const advice = ' Fetch the file on a machine that can, and add it with --from.'
    if (error instanceof FetchFailed && error.failure === 'unreachable')
      throw new StartError(error.message + advice, { cause: error })
    if (error instanceof FetchFailed || error instanceof PackRefused)
      throw new StartError(error.message, { cause: error })
    throw error
  }
})
