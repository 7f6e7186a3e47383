import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RgbImage } from '../../decode/decoded-frame.ts'
import type { Detector, Seen } from '../../detect/detector.ts'
import type { Box } from '../../types.ts'

/** The hashes of pictures in memory, because each picture gets several looks. */
const hashes = new WeakMap<RgbImage, string>()

function hashOf(picture: RgbImage): string {
  const known = hashes.get(picture)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(`${picture.width}x${picture.height} `).update(picture.data).digest('hex')
  hashes.set(picture, hash)
  return hash
}

/** Reads lines of `[key, value]`. A line that was cut off when a run was killed is left out. */
export function readEntries<T>(file: string): Map<string, T> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return new Map(
    lines.flatMap((line): [string, T][] => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this command, in a folder of its own
        return [JSON.parse(line) as [string, T]]
      } catch {
        return []
      }
    }),
  )
}

/**
 * Returns the detector with a memory in a folder: a look at the same part of the same picture by the same version of the model is taken
 * once. The key is made of the decoded pixels, so that a changed picture or decoder is looked at again. For measurements only.
 */
export function rememberLooks(detector: Detector, folder: string): Detector {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `looks-${detector.id}-${detector.version}.jsonl`)
  const known = readEntries<Seen>(file)
  const prepare = async (picture: RgbImage, region?: Box) => {
    const place = region === undefined ? 'whole' : [region.x, region.y, region.width, region.height].join(' ')
    const key = `${hashOf(picture)} ${place}`
    const seen = known.get(key)
    if (seen !== undefined) return () => Promise.resolve(seen)
    const look = await detector.prepare(picture, region)
    return async (order?: number) => {
      const taken = await look(order)
      known.set(key, taken)
      appendFileSync(file, `${JSON.stringify([key, taken])}\n`)
      return taken
    }
  }
  return { ...detector, prepare }
}
