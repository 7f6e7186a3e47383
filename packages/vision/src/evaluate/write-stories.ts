import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { takeAgain } from '@winnow/testkit'
import type { LabelledAlarm } from './read-manifest.ts'
import { storyOf, type Step } from './stories.ts'
import { writeManifest, type MadeAlarm } from './write-manifest.ts'

/** Minutes from one alarm to the next. */
const APART = 25
const PICTURES = 3
/** The brightness factors of successive alarms, as on a cloudy day. */
const LIGHT = [1, 0.94, 1.05, 0.9, 1.02, 0.97] as const
/** The variation of brightness from picture to picture, as a share. */
const TREMBLE = 0.01

/**
 * Returns the pictures of one step. If the scene comes back, its first picture is repeated with changed light and noise. Otherwise they are
 * the original pictures, or only the last one if alarms have one picture (`isSingle`).
 */
async function picturesOf({ name, alarm }: Step, number: number, isSingle: boolean): Promise<Uint8Array[]> {
  const files = name === 'comes back' ? alarm.files.slice(0, 1) : alarm.files.slice(isSingle ? -1 : 0)
  const pictures = files.map((file) => new Uint8Array(readFileSync(file)))
  const [first] = pictures
  if (name !== 'comes back' || first === undefined) return pictures
  const light = LIGHT[number % LIGHT.length] ?? 1
  return Promise.all(
    Array.from({ length: isSingle ? 1 : PICTURES }, (_, index) =>
      takeAgain(first, light * (1 + TREMBLE * (index - 1)), `${alarm.id} ${number} ${index}`),
    ),
  )
}

/** Writes the story of each subject twice into a folder (frames and manifest): with all pictures, and with one picture per alarm. */
export async function writeStories(
  folder: string,
  subjects: readonly LabelledAlarm[],
  alarms: readonly LabelledAlarm[],
): Promise<number> {
  const written: MadeAlarm[] = []
  mkdirSync(path.join(folder, 'frames'), { recursive: true })
  for (const subject of subjects) {
    for (const isSingle of [false, true]) {
      const told = isSingle ? 'one picture' : 'several pictures'
      for (const [number, step] of storyOf(subject, alarms).entries()) {
        const { name, alarm, isTrue } = step
        const id = `${subject.id}-${isSingle ? 'one' : 'several'}-${number}`
        const pictures = await picturesOf(step, number, isSingle)
        const frames = pictures.map((_, index) => `frames/${id}-${index}.jpg`)
        for (const [index, picture] of pictures.entries())
          writeFileSync(path.join(folder, frames[index] ?? ''), picture)
        const gap = name === 'comes back' ? 1 : alarm.gapSeconds
        const thermal = alarm.condition.includes('thermal') ? ['thermal'] : []
        written.push({
          id,
          frames,
          gapSeconds: pictures.length > 1 ? gap : null,
          isTrue,
          class: isTrue ? alarm.class : 'none',
          camera: `${subject.id}, ${told}`,
          condition: [`${alarm.class} ${name}`, told, ...thermal].join(','),
          source: alarm.id,
          licence: alarm.licence,
          minutes: number * APART,
        })
      }
    }
  }
  writeManifest(folder, written)
  return written.length
}
