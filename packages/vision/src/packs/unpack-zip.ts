import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry } from 'yauzl'
import { PackRefused } from './pack-store.ts'

/** The largest number of files in an archive. A pack has two files, and sometimes a licence and a description. */
const MAX_ENTRIES = 100

const isFolder = ({ fileName }: Entry): boolean => fileName.endsWith('/')

/**
 * Unpacks a ZIP file into a folder, one entry at a time and no more than `maxBytes` in total.
 * @returns the paths of the files; files of one archive folder stay in one folder
 * @throws PackRefused when the file is not a ZIP file, or when its content is too large
 */
export async function unpackZip(file: string, to: string, maxBytes: number): Promise<string[]> {
  const name = path.basename(file)
  const archive = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    (cause: unknown) => {
      throw new PackRefused(`${name} is no ZIP file that can be read`, { cause })
    },
  )
  const files: string[] = []
  let left = maxBytes
  try {
    if (archive.entryCount > MAX_ENTRIES) throw new PackRefused(`${name} holds more than ${MAX_ENTRIES} files`)
    for await (const entry of archive.eachEntry()) {
      if (isFolder(entry)) continue
      left -= entry.uncompressedSize
      if (left < 0) throw new PackRefused(`${name} holds more than a detector may have`)
      // The library rejects entry names that point outside the folder.
      const place = path.join(to, entry.fileName)
      await mkdir(path.dirname(place), { recursive: true })
      // The library also aborts an entry that is larger than its header says.
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(place, { flags: 'wx' }))
      files.push(place)
    }
  } catch (error) {
    if (error instanceof PackRefused) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new PackRefused(`${name} cannot be unpacked: ${why}`, { cause: error })
  } finally {
    archive.close()
  }
  return files
}
