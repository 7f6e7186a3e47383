import { readFileSync, rmSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { processIdentity } from './process-identity.ts'

const holderSchema = z.object({ pid: z.number(), identity: z.string() })

/** The process that manages a cluster. */
type Holder = z.infer<typeof holderSchema>

/** The live process that manages the cluster, if any. The file of a dead process is ignored. */
export async function findLockHolder(file: string): Promise<Holder | undefined> {
  const holder = parse(await readFile(file, 'utf8').catch(() => ''))
  return holder && processIdentity(holder.pid) === holder.identity ? holder : undefined
}

/**
 * Makes this process the manager of the cluster. Only the manager may stop or start the server, so a second start of the program never
 * stops the database of the first.
 * @returns a function that releases the lock, or the id of the live process that holds it
 */
export async function acquireOwnerLock(file: string): Promise<{ release: () => void } | { heldBy: number }> {
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? 'unknown' })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, mine, { mode: 0o600 })
  try {
    for (;;) {
      // A link is created atomically, and never replaces an existing file.
      if (await linked(unfinished, file)) return { release: () => releaseIfMine(file, mine) }
      const holder = await findLockHolder(file)
      if (holder) return { heldBy: holder.pid }
      await removeStale(file)
    }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Moves the file aside and checks it again before deleting it, since another start may have created it in between. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.stale.${process.pid}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  if (await findLockHolder(aside)) await linked(aside, file)
  await rm(aside, { force: true })
}

function releaseIfMine(file: string, mine: string): void {
  try {
    if (readFileSync(file, 'utf8') === mine) rmSync(file, { force: true })
  } catch {
    // The file has already been deleted.
  }
}

function parse(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
