import { type FileHandle, mkdir, open, opendir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A file being written. Nothing is durable before `sync` resolves. */
export interface WritableFile {
  /** Writes all chunks, one after another. */
  write(pieces: readonly Uint8Array[]): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** A file being read: its total size, its modification time, and the requested bytes. */
export interface OpenFile {
  bytes: number
  modifiedAt: Date
  body: Readable
}

/**
 * The operations that the file store needs of a disk. They have an interface because their order decides whether an acknowledged alarm
 * survives a power cut. A test can prove the order only on a simulated disk that loses unsynced data.
 *
 * Errors have Node's codes (`ENOENT`, `EEXIST`, `ENOTEMPTY`, `ENOSPC`).
 */
export interface FileSystem {
  /** Creates a file that must not exist yet (O_EXCL), readable by this user only. */
  create(path: string): Promise<WritableFile>
  /** Moves a file within one file system and replaces an existing one. Atomic. */
  rename(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  /** Makes changes of names in a folder durable: files that were created in it, renamed into it or removed from it. */
  syncFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
  removeFolder(path: string): Promise<void>
  /** Returns size and modification time of a file; undefined if there is no such file. */
  find(path: string): Promise<{ bytes: number; modifiedAt: Date } | undefined>
  /** Opens a file for reading; undefined if there is none. An open file stays readable when it is replaced or removed. */
  read(path: string, range?: { start: number; end: number }): Promise<OpenFile | undefined>
  /** Lists the content of a folder; nothing if the folder does not exist. */
  list(path: string): AsyncIterable<{ name: string; isFolder: boolean }>
  freeBytes(path: string): Promise<number>
}

/** The machine's own file system. */
export const nodeFileSystem: FileSystem = {
  async create(path) {
    const handle = await open(path, 'wx', 0o600)
    return {
      async write(pieces) {
        const { bytesWritten } = await handle.writev(pieces)
        // A single write may write only a part of the bytes.
        const left = pieces.reduce((sum, piece) => sum + piece.byteLength, 0) - bytesWritten
        if (left > 0) await handle.writeFile(Buffer.concat(pieces).subarray(-left))
      },
      sync: () => handle.sync(),
      close: () => handle.close(),
    }
  },
  rename,
  async makeFolder(path) {
    await mkdir(path, { mode: 0o700 })
  },
  async syncFolder(path) {
    // Windows can neither open nor sync a folder; NTFS journals names itself.
    if (process.platform === 'win32') return
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  remove: (path) => rm(path),
  removeFolder: rmdir,
  async find(path) {
    try {
      const found = await stat(path)
      return found.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : undefined
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
      throw error
    }
  },
  async read(path, range) {
    const handle = await openIfThere(path)
    if (!handle) return undefined
    try {
      const { size, mtime } = await handle.stat()
      // The stream closes the handle when it ends or is destroyed.
      return { bytes: size, modifiedAt: mtime, body: handle.createReadStream(range ?? {}) }
    } catch (error) {
      await handle.close()
      throw error
    }
  },
  async *list(path) {
    try {
      for await (const entry of await opendir(path)) yield { name: entry.name, isFolder: entry.isDirectory() }
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
  },
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
}

/** Whether an error carries one of Node's system error codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
