import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the oldest mails until `keep` remain. The names of mails begin with the time. Other files are not counted and never removed. */
async function prune(folder: string, keep: number): Promise<void> {
  const ours = (await readdir(folder)).filter((name) => /^\d{8}T\d{9}Z-.*\.eml$/.test(name)).toSorted()
  await Promise.all(
    ours.slice(0, Math.max(0, ours.length - keep)).map((name) => rm(path.join(folder, name), { force: true })),
  )
}

/**
 * Stores a mail as an `.eml` file, which any mail program opens. The file is created atomically, and only its owner may read it, since
 * mails contain login links. The newest `keep` files stay.
 * @returns the path of the file
 */
export async function writeToOutbox(
  folder: string,
  mail: { to: string; message: Uint8Array; now: Date },
  keep: number,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = mail.now.toISOString().replaceAll(/[-:.]/g, '')
  const file = path.join(folder, `${time}-${slug(mail.to)}-${randomBytes(4).toString('hex')}.eml`)
  const handle = await open(`${file}.part`, 'wx', 0o600)
  try {
    await handle.writeFile(mail.message)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
  await syncFolder(folder)
  await prune(folder, keep)
  return file
}
