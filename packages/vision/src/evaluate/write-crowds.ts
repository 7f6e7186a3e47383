import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { LabelledAlarm } from './read-manifest.ts'
import { writeManifest, type MadeAlarm } from './write-manifest.ts'

/** Number of pictures in a row, and in a column, of the grid. */
const SIDES = [3, 5] as const
/** Width of the whole grid in pixels, a common width of cameras. */
const WIDTH = 1920

/** Creates a grid of `side` × `side` copies of one picture, scaled down to fit into WIDTH. */
async function repeat(file: string, side: number): Promise<Uint8Array> {
  const width = Math.floor(WIDTH / side)
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { height, channels } = info
  const tiles = Array.from({ length: side * side }, (_, place) => ({
    input: data,
    raw: { width, height, channels },
    left: (place % side) * width,
    top: Math.floor(place / side) * height,
  }))
  const size = { width: side * width, height: side * height }
  const whole = await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite(tiles)
    .jpeg({ quality: 85 })
    .toBuffer()
  return new Uint8Array(whole)
}

/**
 * Writes crowds and full car parks made of labelled alarms into a folder, as frames and a manifest. Each true alarm is repeated 9 and 25
 * times on its pictures.
 * @returns the number of alarms written
 */
export async function writeCrowds(folder: string, alarms: readonly LabelledAlarm[]): Promise<number> {
  const written: MadeAlarm[] = []
  mkdirSync(path.join(folder, 'frames'), { recursive: true })
  for (const [number, alarm] of alarms.filter(({ isTrue }) => isTrue).entries()) {
    for (const side of SIDES) {
      const frames = alarm.files.map((_, index) => `frames/${number}-${side * side}-${index}.jpg`)
      for (const [index, file] of alarm.files.entries())
        writeFileSync(path.join(folder, frames[index] ?? ''), await repeat(file, side))
      const thermal = alarm.condition.includes('thermal') ? ['thermal'] : []
      const told = [`${side * side} times`, frames.length > 1 ? 'several pictures' : 'one picture', ...thermal]
      const id = `${alarm.id}-${side * side}-times`
      written.push({ ...alarm, id, frames, condition: told.join(','), source: alarm.id })
    }
  }
  writeManifest(folder, written)
  return written.length
}
