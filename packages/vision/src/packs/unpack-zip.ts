import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry } from 'yauzl'
import { PackRefused } from './pack-store.ts'

/** A pack has two files; some bring a licence and a description. */
const MAX_ENTRIES = 100

const isFolder = ({ fileName }: Entry): boolean => fileName.endsWith('/')

/**
 * Unpacks a ZIP file into a folder, a file at a time and never more than `maxBytes` of them together.
 * @returns the paths of the files, those of one folder of the archive in one folder
 * @throws PackRefused when it is no such file, or holds too much
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
      // The library refuses names that lead out of the folder.
      const place = path.join(to, entry.fileName)
      await mkdir(path.dirname(place), { recursive: true })
      // It also stops what is larger than its entry says.
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
