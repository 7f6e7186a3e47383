import path from 'node:path'
import { Readable } from 'node:stream'
import type { FileSystem } from './file-system.ts'

/** A file on the simulated disk: the content that programs see, and the content that is durable. */
interface FileNode {
  kind: 'file'
  seen: Buffer
  synced: Buffer
}

/** A folder: the names that programs see, and the names that are durable. */
interface FolderNode {
  kind: 'folder'
  seen: Map<string, DiskNode>
  synced: Map<string, DiskNode>
}

type DiskNode = FileNode | FolderNode

/**
 * A simulated disk in memory for tests of the order of writes. A power cut may lose unsynced data: bytes of files whose `sync` did not
 * finish, and changed names (created, renamed, removed) in folders whose `syncFolder` did not finish.
 *
 * Each unsynced item is kept or lost independently. POSIX allows this, although most disks lose less.
 */
export interface UnsyncedDisk {
  fs: FileSystem
  /** The number of steps (file system calls) so far. */
  steps(): number
  /** Cuts the power after this many steps. Steps in progress and all later steps fail. */
  cutPowerAfter(steps: number): void
  /** Restarts the disk with the data that survived. `keeps` decides for each unsynced item whether it survived. */
  restart(keeps: () => boolean): void
}

/** @param random numbers from 0 to 1, which decide how long each step takes, so that steps of several writers interleave */
export function createUnsyncedDisk(random: () => number): UnsyncedDisk {
  let root = newFolder()
  let steps = 0
  let last = Infinity

  /** A step takes effect at once, later, or never. */
  async function step<T>(effect: () => T): Promise<T> {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve()
    if (++steps > last) throw new Error('the power is gone')
    const result = effect()
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve()
    // The disk has executed the step, but the caller gets an error.
    if (steps > last) throw new Error('the power is gone')
    return result
  }

  function folderAt(place: string): FolderNode {
    let at = root
    for (const name of place.split(path.sep).filter((part) => part !== '')) {
      const node = at.seen.get(name)
      if (node?.kind !== 'folder') throw coded('ENOENT')
      at = node
    }
    return at
  }

  function fileAt(place: string): FileNode | undefined {
    const node = folderAt(path.dirname(place)).seen.get(path.basename(place))
    return node?.kind === 'file' ? node : undefined
  }

  const fs: FileSystem = {
    create: (place) =>
      step(() => {
        const { seen } = folderAt(path.dirname(place))
        if (seen.has(path.basename(place))) throw coded('EEXIST')
        const node: FileNode = { kind: 'file', seen: Buffer.alloc(0), synced: Buffer.alloc(0) }
        seen.set(path.basename(place), node)
        return {
          write: (pieces) => step(() => void (node.seen = Buffer.concat([node.seen, ...pieces]))),
          sync: () => step(() => void (node.synced = node.seen)),
          close: () => step(() => {}),
        }
      }),
    rename: (from, to) =>
      step(() => {
        const node = fileAt(from)
        if (!node) throw coded('ENOENT')
        folderAt(path.dirname(to)).seen.set(path.basename(to), node)
        folderAt(path.dirname(from)).seen.delete(path.basename(from))
      }),
    makeFolder: (place) =>
      step(() => {
        const { seen } = folderAt(path.dirname(place))
        if (seen.has(path.basename(place))) throw coded('EEXIST')
        seen.set(path.basename(place), newFolder())
      }),
    syncFolder: (place) =>
      step(() => {
        const folder = folderAt(place)
        folder.synced = new Map(folder.seen)
      }),
    remove: (place) =>
      step(() => {
        if (!folderAt(path.dirname(place)).seen.delete(path.basename(place))) throw coded('ENOENT')
      }),
    removeFolder: (place) =>
      step(() => {
        if (folderAt(place).seen.size > 0) throw coded('ENOTEMPTY')
        folderAt(path.dirname(place)).seen.delete(path.basename(place))
      }),
    find: (place) =>
      step(() => {
        const node = existing(() => fileAt(place))
        return node && { bytes: node.seen.length, modifiedAt: new Date(0) }
      }),
    read: (place) =>
      step(() => {
        const node = existing(() => fileAt(place))
        return node && { bytes: node.seen.length, modifiedAt: new Date(0), body: Readable.from([node.seen]) }
      }),
    async *list(place) {
      const entries = await step(() => [...(existing(() => folderAt(place))?.seen ?? [])])
      for (const [name, node] of entries) yield { name, isFolder: node.kind === 'folder' }
    },
    freeBytes: () => Promise.resolve(1e12),
  }

  return {
    fs,
    steps: () => steps,
    cutPowerAfter(count) {
      last = count
    },
    restart(keeps) {
      root = survivorOf(root, keeps)
      steps = 0
      last = Infinity
    },
  }
}

/** Returns the content of a folder that survived the power cut. All of this content is durable. */
function survivorOf(folder: FolderNode, keeps: () => boolean): FolderNode {
  const left = new Map<string, DiskNode>()
  for (const name of new Set([...folder.seen.keys(), ...folder.synced.keys()])) {
    const [seen, synced] = [folder.seen.get(name), folder.synced.get(name)]
    const node = seen === synced || keeps() ? seen : synced
    if (node?.kind === 'folder') left.set(name, survivorOf(node, keeps))
    if (node?.kind === 'file') {
      const bytes = node.seen === node.synced || keeps() ? node.seen : node.synced
      left.set(name, { kind: 'file', seen: bytes, synced: bytes })
    }
  }
  return { kind: 'folder', seen: left, synced: new Map(left) }
}

function newFolder(): FolderNode {
  return { kind: 'folder', seen: new Map(), synced: new Map() }
}

function existing<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code })
}
