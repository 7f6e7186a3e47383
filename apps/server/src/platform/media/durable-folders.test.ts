import { expect, test } from 'vitest'
import { createDurableFolders } from './durable-folders.ts'
import type { FileSystem } from './file-system.ts'
import { createUnsyncedDisk } from './unsynced-file-system.ts'

/** Creates a file system whose syncs end when the test says so. */
function withHeldSyncs() {
  const held: { folder: string; finish: (error?: Error) => void }[] = []
  const made: string[] = []
  const fs: FileSystem = {
    ...createUnsyncedDisk(() => 0).fs,
    makeFolder: (folder) => Promise.resolve(void made.push(folder)),
    syncFolder: (folder) =>
      new Promise((resolve, reject) => held.push({ folder, finish: (error) => (error ? reject(error) : resolve()) })),
  }
  return { fs, held, made }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('a caller that arrives during a sync waits for the next one, together with others', async () => {
  const { fs, held } = withHeldSyncs()
  const folders = createDurableFolders(fs, '/media')
  const done: string[] = []
  const first = folders.sync('/media/a').then(() => done.push('first'))
  const second = folders.sync('/media/a').then(() => done.push('second'))
  const third = folders.sync('/media/a').then(() => done.push('third'))
  await settle()
  expect(held).toHaveLength(1)
  held[0]?.finish()
  await settle()
  expect(done).toEqual(['first'])
  expect(held).toHaveLength(2)
  held[1]?.finish()
  await Promise.all([first, second, third])
  expect(held).toHaveLength(2)
})

test('a sync that fails is an error only for the callers that wait for this sync', async () => {
  const { fs, held } = withHeldSyncs()
  const folders = createDurableFolders(fs, '/media')
  const first = folders.sync('/media/a')
  const second = folders.sync('/media/a')
  held[0]?.finish(new Error('disk error'))
  await expect(first).rejects.toThrow('disk error')
  await settle()
  held[1]?.finish()
  await expect(second).resolves.toBeUndefined()
})

test('a caller that needs a folder during its creation waits until its name is durable', async () => {
  const { fs, held, made } = withHeldSyncs()
  const folders = createDurableFolders(fs, '/media')
  const done: string[] = []
  const first = folders.ensure('/media/a').then(() => done.push('first'))
  await settle()
  const second = folders.ensure('/media/a').then(() => done.push('second'))
  await settle()
  expect([made, done]).toEqual([['/media/a'], []])
  held[0]?.finish()
  await Promise.all([first, second])
  await folders.ensure('/media/a')
  expect(held).toHaveLength(1)
})

test('a folder that could not be made durable is tried again at the next call', async () => {
  const { fs, held } = withHeldSyncs()
  const folders = createDurableFolders(fs, '/media')
  const first = folders.ensure('/media/a')
  await settle()
  held[0]?.finish(new Error('disk error'))
  await expect(first).rejects.toThrow('disk error')
  const second = folders.ensure('/media/a')
  await settle()
  held[1]?.finish()
  await expect(second).resolves.toBeUndefined()
})
