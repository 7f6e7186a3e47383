import path from 'node:path'
import { type FileSystem, hasCode } from './file-system.ts'

/** Past this many known folders the memory of them is dropped; they are simply made sure of again. */
const MAX_KNOWN = 10_000

/** Makes folders and their names durable, with as few syncs as the callers of one process need together. */
export interface DurableFolders {
  /** Makes a folder below the root and resolves when it is durable. Known ones cost nothing. */
  ensure(folder: string): Promise<void>
  /** Forgets a folder and all above it: it was found missing or has been removed. */
  forget(folder: string): void
  /**
   * Makes the names in a folder durable. Calls that come while a sync runs share the next one: the running one may have
   * started before their file was renamed.
   */
  sync(folder: string): Promise<void>
}

/** @param root a folder that exists; folders are made only below it. */
export function createDurableFolders(fs: FileSystem, root: string): DurableFolders {
  const known = new Map<string, Promise<void>>()
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  async function make(folder: string): Promise<void> {
    const parent = path.dirname(folder)
    await ensure(parent)
    try {
      await fs.makeFolder(folder)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    // Also when it was there already: whoever made it may not have synced its name yet.
    await sync(parent)
  }

  function ensure(folder: string): Promise<void> {
    if (folder === root) return Promise.resolve()
    const found = known.get(folder)
    if (found) return found
    if (known.size >= MAX_KNOWN) known.clear()
    // The promise is kept, not the fact: who comes while the folder is being made waits for the sync too.
    const making = make(folder).catch((error: unknown) => {
      known.delete(folder)
      throw error
    })
    known.set(folder, making)
    return making
  }

  function forget(folder: string): void {
    for (let at = folder; at.length > root.length; at = path.dirname(at)) known.delete(at)
  }

  function sync(folder: string): Promise<void> {
    const waiting = next.get(folder)
    if (waiting) return waiting
    const current = running.get(folder)
    if (!current) return startSync(folder)
    const following = current.then(
      () => startNext(folder),
      () => startNext(folder),
    )
    next.set(folder, following)
    return following
  }

  function startNext(folder: string): Promise<void> {
    next.delete(folder)
    return startSync(folder)
  }

  function startSync(folder: string): Promise<void> {
    const work = fs.syncFolder(folder).finally(() => {
      if (running.get(folder) === work) running.delete(folder)
    })
    running.set(folder, work)
    return work
  }

  return { ensure, forget, sync }
}
