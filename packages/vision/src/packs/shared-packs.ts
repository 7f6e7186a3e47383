import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const SHARED_MARK = '.shared'
const REMOVED = '.removed'

/**
 * Says that a pack in the folder is a copy of what the whole installation has; one without the mark was put there by somebody at this
 * machine. Adding it anew takes the mark away.
 */
export const markShared = (root: string, id: string): Promise<void> => writeFile(path.join(root, id, SHARED_MARK), '')

export const isShared = async (root: string, id: string): Promise<boolean> =>
  (await stat(path.join(root, id, SHARED_MARK)).catch(() => undefined)) !== undefined

/** Leaves word for the server that somebody at this machine removed a pack which all machines have. */
export async function noteRemoval(root: string, id: string): Promise<void> {
  await mkdir(path.join(root, REMOVED), { recursive: true })
  await writeFile(path.join(root, REMOVED, id), '')
}

export const listRemovals = (root: string): Promise<string[]> => readdir(path.join(root, REMOVED)).catch(() => [])

export const forgetRemoval = (root: string, id: string): Promise<void> =>
  rm(path.join(root, REMOVED, id), { force: true })

/** When somebody put a pack there. */
export async function addedAt(root: string, id: string): Promise<Date> {
  return (await stat(path.join(root, id, 'pack.json'))).mtime
}

/** Changes with everything that is added, replaced, marked or removed; cheap, so that it can be asked for often. */
export async function folderState(root: string): Promise<string> {
  const names = await readdir(root).catch(() => [])
  const packs = names.filter((name) => !name.startsWith('.')).toSorted()
  const times = await Promise.all(packs.map(async (id) => (await addedAt(root, id).catch(() => new Date(0))).getTime()))
  return JSON.stringify([packs.map((id, index) => [id, times[index]]), (await listRemovals(root)).toSorted()])
}
