import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a small private file atomically: after a crash it has either the old or the new content. */
export async function writeFileDurably(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  await syncFolder(dirname(file))
}

/** Makes a rename durable. On Windows this is neither possible nor necessary. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
