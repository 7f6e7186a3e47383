import { readFile } from 'node:fs/promises'
import { CLIP_PARTS, KEY_EVERY, PART_NAMES, type ClipPart } from './clip-parts.ts'
import { splitPictures } from './split-pictures.ts'

/** The clip that the demo's stream shows, drawn and encoded by `npm run draw:clip`. */
export const CLIP_FILE = new URL('./yard.h264', import.meta.url)

/** The pictures of each part. */
export type Clip = Readonly<Record<ClipPart, readonly Uint8Array[]>>

/**
 * Divides a clip into its parts.
 * @throws {Error} where it has another number of pictures, or no key frame where one belongs
 */
export function partsOf(stream: Uint8Array): Clip {
  const pictures = splitPictures(stream)
  const parts: Record<ClipPart, Uint8Array[]> = { quiet: [], person: [], cat: [], car: [], spider: [] }
  let from = 0
  for (const name of PART_NAMES) {
    const part = pictures.slice(from, from + CLIP_PARTS[name])
    from += CLIP_PARTS[name]
    if (part.some(({ isKey }, index) => isKey !== (index % KEY_EVERY === 0)))
      throw new Error(`The part ${name} of the clip has key frames at other places`)
    parts[name] = part.map(({ bytes }) => bytes)
  }
  if (pictures.length !== from) throw new Error(`The clip has ${pictures.length} pictures instead of ${from}`)
  return parts
}

export const readClip = async (): Promise<Clip> => partsOf(await readFile(CLIP_FILE))
