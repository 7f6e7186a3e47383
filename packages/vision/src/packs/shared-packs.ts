import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const SHARED_MARK = '.shared'
const REMOVED = '.removed'

/**
 * Marks a pack in the folder as a copy of a pack that the whole installation shares. A pack without the mark was added on this machine.
 * Adding a pack again removes its mark.
 */
export const markShared = (root: string, id: string): Promise<void> => writeFile(path.join(root, id, SHARED_MARK), '')

export const isShared = async (root: string, id: string): Promise<boolean> =>
  (await stat(path.join(root, id, SHARED_MARK)).catch(() => undefined)) !== undefined

/** Records for the server that a pack shared by all machines was removed on this machine. */
export async function noteRemoval(root: string, id: string): Promise<void> {
  await mkdir(path.join(root, REMOVED), { recursive: true })
  await writeFile(path.join(root, REMOVED, id), '')
}

export const listRemovals = (root: string): Promise<string[]> => readdir(path.join(root, REMOVED)).catch(() => [])

export const forgetRemoval = (root: string, id: string): Promise<void> =>
  rm(path.join(root, REMOVED, id), { force: true })

/** Returns the time at which a pack was added to the folder. */
export async function addedAt(root: string, id: string): Promise<Date> {
  return (await stat(path.join(root, id, 'pack.json'))).mtime
}

/** Returns a text that changes when a pack is added, replaced, marked or removed. It is fast enough to be called often. */
export async function folderState(root: string): Promise<string> {
  const names = await readdir(root).catch(() => [])
  const packs = names.filter((name) => !name.startsWith('.')).toSorted()
  const times = await Promise.all(packs.map(async (id) => (await addedAt(root, id).catch(() => new Date(0))).getTime()))
  return JSON.stringify([packs.map((id, index) => [id, times[index]]), (await listRemovals(root)).toSorted()])
}
