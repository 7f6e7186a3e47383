import path from 'node:path'
import { type FileSystem, hasCode } from './file-system.ts'

/** When more folders than this are known, all of them are forgotten. The next use of a folder then makes it durable again. */
const MAX_KNOWN = 10_000

/** Makes folders and their names durable. Concurrent callers of one process share syncs. */
export interface DurableFolders {
  /** Creates a folder below the root and resolves when it is durable. For known folders nothing is done. */
  ensure(folder: string): Promise<void>
  /** Forgets a folder and all its parent folders. Call it when the folder is missing or was removed. */
  forget(folder: string): void
  /**
   * Makes the names in a folder durable. Calls during a sync share the next one, since the running one may have started before their file
   * was renamed.
   */
  sync(folder: string): Promise<void>
}

/** @param root an existing folder; folders are created only below it */
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
    // Syncs even if the folder exists: the process that created it may not have synced its name yet.
    await sync(parent)
  }

  function ensure(folder: string): Promise<void> {
    if (folder === root) return Promise.resolve()
    const found = known.get(folder)
    if (found) return found
    if (known.size >= MAX_KNOWN) known.clear()
    // Stores the promise, so that callers that come during the creation wait for the sync too.
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
