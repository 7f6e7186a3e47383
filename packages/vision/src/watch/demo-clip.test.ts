// What the demo's stream shows: each of its events moves, and the filter passes on a person and a car alone.
import { readFile } from 'node:fs/promises'
import { CLIP_FILE, type ClipPart, KEY_EVERY, partsOf } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnalyser } from '../analyse/analyser.ts'
import type { Detector } from '../detect/detector.ts'
import { loadNetworks } from '../detect/load-networks.ts'
import { detectorOf } from '../detect/network.ts'
import { createWatcher } from './watcher.ts'
import type { StreamPicture } from './watch-types.ts'

/** Drawing and analysing take a second each on an idle processor. */
const SLOW = 120_000
/** Pictures of an alarm before the one that moved. */
const BEFORE = 3

const watcher = createWatcher()
let detector: Detector
let keys: (part: ClipPart) => StreamPicture[]
beforeAll(async () => {
  const { networks, failures } = await loadNetworks()
  if (networks[0] === undefined) throw new Error(`No detector: ${JSON.stringify(failures)}`)
  detector = detectorOf(networks[0])
  const clip = partsOf(await readFile(CLIP_FILE))
  keys = (part) => clip[part].filter((_, index) => index % KEY_EVERY === 0).map((bytes) => ({ codec: 'H264', bytes }))
}, SLOW)
afterAll(() => watcher.close())

const quiet = (): StreamPicture[] => Array.from({ length: BEFORE }, () => keys('quiet')).flat()

/** Looks at key frames in their order. @returns the place of the first one that moved, or -1 */
async function firstMoved(stream: string, pictures: readonly StreamPicture[]): Promise<number> {
  for (const [index, picture] of pictures.entries())
    // oxlint-disable-next-line no-await-in-loop -- each look compares with the ones before
    if ((await watcher.look(stream, picture)).kind === 'moved') return index
  return -1
}

describe("the demo's stream", { timeout: SLOW }, () => {
  test('does not move while nothing happens', async () => {
    expect(await firstMoved('quiet', [...quiet(), ...quiet()])).toBe(-1)
  })

  test.each([
    ['person', 'true'],
    ['car', 'true'],
    ['cat', 'false'],
    ['spider', 'false'],
  ] as const)('moves with the %s, and the filter says %s', async (part, verdict) => {
    const pictures = [...quiet(), ...keys(part)]
    const moved = await firstMoved(part, pictures)
    expect(moved).toBeGreaterThanOrEqual(BEFORE)
    const jpegs = await watcher.show(part, pictures.slice(moved - BEFORE, moved + 1))
    const { analysis } = await createAnalyser({ detectors: [detector] }).analyse(
      {
        media: jpegs.map((bytes, index) => ({
          id: `${index}`,
          bytes: bytes ?? new Uint8Array(),
          takenOffsetMs: index * 2_000,
        })),
        view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
        memory: null,
        now: new Date('2026-05-01T12:00:00Z'),
      },
      { softTimeoutMs: SLOW },
    )
    expect(analysis).toMatchObject({ verdict })
  })
})
