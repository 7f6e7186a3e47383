import { type FileHandle, mkdir, open, opendir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A file being written. Nothing written is durable before `sync` resolves. */
export interface WritableFile {
  /** Writes pieces one behind the other, all of them. */
  write(pieces: readonly Uint8Array[]): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** A file being read: its size as a whole, when it was last written, and the bytes asked for. */
export interface OpenFile {
  bytes: number
  modifiedAt: Date
  body: Readable
}

/**
 * The few steps the file store does on a disk. A port of its own, because the order of these steps is what decides whether an
 * acknowledged alarm survives a power cut, and a test can only prove an order on a disk that really forgets.
 *
 * Errors carry Node's codes (`ENOENT`, `EEXIST`, `ENOTEMPTY`, `ENOSPC`).
 */
export interface FileSystem {
  /** Creates a file that must not be there yet (O_EXCL), readable by this user only. */
  create(path: string): Promise<WritableFile>
  /** Moves a file within one file system, replacing what is at the new place; at no time is neither or half of it there. */
  rename(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  /** Makes the names in a folder durable: files created, renamed into it and removed from it. */
  syncFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
  removeFolder(path: string): Promise<void>
  /** Size and time of last writing; undefined if there is no such file. */
  find(path: string): Promise<{ bytes: number; modifiedAt: Date } | undefined>
  /** Opens a file for reading; undefined if there is none. What is open stays readable when the file is replaced or removed. */
  read(path: string, range?: { start: number; end: number }): Promise<OpenFile | undefined>
  /** What a folder holds; nothing if it is not there. */
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
        // It may write less than it was given.
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
    // Windows can neither open nor sync a folder; NTFS journals names by itself.
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
      // The stream closes the handle, at its end and when it is destroyed.
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
