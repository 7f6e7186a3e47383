import { burnClock, LENS_TAMPERINGS, renderScene, tamperPictures, turnCamera } from '@winnow/testkit'
import type { SceneKind } from '@winnow/testkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareFrames } from '../analyse/frame-set.ts'
import { decodeMedia } from '../decode/decode-media.ts'
import { givenReference, measureTampering } from './measure-tampering.ts'
import { TAMPER_KINDS } from './tamper-facts.ts'
import type { TamperFacts } from './tamper-facts.ts'
import { emptyTamperMemory, isTamperMemory } from './tamper-memory.ts'
import type { TamperMemory } from './tamper-memory.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-05-01T10:00:00Z')

type Pictures = readonly Uint8Array[]

async function scene(kind: SceneKind, seed: number, night = false): Promise<Pictures> {
  const frames = await renderScene({ kind, seed, camera: 'tamper', frames: 3, width: 640, height: 360, night })
  return frames.map(({ jpeg }) => jpeg)
}

async function prepare(pictures: Pictures, gapMs: number | null = 1000) {
  const media = pictures.map((bytes, index) => ({
    id: String(index),
    bytes,
    ...(gapMs === null ? {} : { takenOffsetMs: index * gapMs }),
  }))
  return prepareFrames((await decodeMedia(media, Infinity)).frames)
}

/** A camera whose alarms are an hour apart by default. */
class Watched {
  memory: TamperMemory | null = null
  at = START

  async see(pictures: Pictures, options: { afterMs?: number; gapMs?: number | null; isThermal?: boolean } = {}) {
    const { afterMs = HOUR, gapMs = 1000, isThermal = false } = options
    this.at += afterMs
    const set = await prepare(pictures, gapMs)
    const seen = measureTampering(set, this.memory, { now: new Date(this.at), isThermal })
    // The memory after a round trip through the store.
    this.memory = JSON.parse(JSON.stringify(seen.memory))
    return seen.facts
  }
}

async function watched(...alarms: Pictures[]): Promise<Watched> {
  const camera = new Watched()
  for (const alarm of alarms) await camera.see(alarm)
  return camera
}

const holding = (facts: TamperFacts) => TAMPER_KINDS.filter((kind) => facts[kind].holds)

let days: Pictures[]
let nights: Pictures[]
beforeAll(async () => {
  days = await Promise.all([1, 2, 3, 4].map((seed) => scene('empty', seed)))
  nights = await Promise.all([1, 2, 3, 4].map((seed) => scene('empty', seed, true)))
})
const day = () => watched(...days.slice(0, 3))
const night = () => watched(...nights.slice(0, 3))

describe('a camera', () => {
  test('has findings about its view only after three alarms', async () => {
    const camera = new Watched()
    for (const [index, pictures] of days.slice(0, 3).entries()) {
      const facts = await camera.see(pictures)
      expect(facts.basis).toEqual({ light: 'colour', alarms: index, isTrusted: false })
    }
    const early = await (await watched(days[0]!)).see(await tamperPictures(days[1]!, 'cloth', 1))
    expect(holding(early)).toEqual([])
    expect((await camera.see(days[3]!)).basis).toEqual({ light: 'colour', alarms: 3, isTrusted: true })
  })

  test.each(['wind', 'rain', 'snow', 'shadow', 'spider', 'headlights', 'person-walking', 'car-arriving'] as const)(
    'that shows %s has no tampering, by day and by night',
    async (kind) => {
      expect(holding(await (await day()).see(await scene(kind, 5, kind === 'headlights')))).toEqual([])
      expect(holding(await (await night()).see(await scene(kind, 5, true)))).toEqual([])
    },
  )

  test('has no finding when night follows day', async () => {
    const camera = await day()
    const facts = await camera.see(nights[0]!)
    expect(holding(facts)).toEqual([])
    expect(facts.basis).toEqual({ light: 'grey', alarms: 0, isTrusted: false })
    expect(facts.moved.evidence.shift).toBeNull()
    for (const pictures of nights.slice(1)) await camera.see(pictures)
    expect((await camera.see(days[3]!)).basis).toMatchObject({ light: 'colour', alarms: 3 })
    expect(holding(await camera.see(nights[3]!))).toEqual([])
  })

  test('that is blinded by headlights in one of three frames has no tampering', async () => {
    const [first, second] = nights[3]!
    const glare = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    expect(holding(await (await night()).see([first!, glare, second!]))).toEqual([])
  })
})

describe.each([
  ['day', day, () => days[3]!],
  ['night', night, () => nights[3]!],
] as const)('by %s', (_, known, pictures) => {
  test.each(LENS_TAMPERINGS.filter(({ name }) => name !== 'blur-3'))('$name is $kind', async ({ name, kind }) => {
    const facts = await (await known()).see(await tamperPictures(pictures(), name, 7))
    expect(holding(facts)).toEqual([kind])
  })

  test('a rotation is found, with its angle', async () => {
    const camera = new Watched()
    const source = pictures()
    for (let alarm = 0; alarm < 3; alarm += 1) await camera.see(await turnCamera(source, {}))
    const { moved, covered } = await camera.see(await turnCamera(source, { right: 0.1, down: 0.06 }))
    expect(moved.holds).toBe(true)
    expect(covered.holds).toBe(false)
    // The view moves in the opposite direction.
    expect(moved.evidence.shift?.x).toBeCloseTo(-0.1, 1)
    expect(moved.evidence.shift?.y).toBeCloseTo(-0.06, 1)
    expect(holding(await camera.see(await turnCamera(source, {})))).not.toContain('moved')
  })
})

describe('blur', () => {
  test('grows with the defocus and reports the remaining sharpness', async () => {
    const camera = await day()
    const memory = camera.memory
    const relative: number[] = []
    for (const name of ['blur-3', 'blur-6', 'blur-12'] as const) {
      camera.memory = memory
      const { blur } = await camera.see(await tamperPictures(days[3]!, name, 1))
      relative.push(blur.evidence.sharpness! / blur.evidence.usual!)
      expect(blur.score).toBeCloseTo(1 - relative.at(-1)!)
    }
    expect(relative).toEqual(relative.toSorted((a, b) => b - a))
    expect(relative[2]).toBeLessThan(0.5)
  })

  test('is not found in smaller pictures of the same camera', async () => {
    const small = await Promise.all(days[3]!.map((bytes) => sharp(bytes).resize(160, 90).jpeg().toBuffer()))
    expect(holding(await (await day()).see(small))).toEqual([])
  })
})

describe('dark', () => {
  test('is not found after a week of nights without a lamp, nor in a thermal picture', async () => {
    const camera = await day()
    const black = await Promise.all(nights.map((pictures, seed) => tamperPictures(pictures, 'dark-4%', seed)))
    for (let passed = 0; passed < 8; passed += 1) {
      expect((await camera.see(black[passed % 4]!, { afterMs: DAY - HOUR })).dark.holds).toBe(true)
      expect(holding(await camera.see(days[3]!))).toEqual([])
    }
    expect(holding(await camera.see(black[0]!, { afterMs: DAY - HOUR }))).toEqual([])
    expect((await new Watched().see(black[0]!, { isThermal: true })).dark.holds).toBe(false)
  })

  test('is found even in the first alarm of a camera', async () => {
    expect(holding(await new Watched().see(await tamperPictures(days[0]!, 'dark-cap', 1)))).toEqual(['dark'])
  })
})

describe('a lorry in front of the lens', () => {
  /** Draws the bright side of a lorry, with lettering and a dark gap, over the whole picture except a margin. */
  async function lorry(bytes: Uint8Array, left: number): Promise<Buffer> {
    const side = await sharp({ create: { width: 600, height: 345, channels: 3, background: '#c9c6bd' } })
      .composite([
        { input: { create: { width: 12, height: 345, channels: 3, background: '#222' } }, left: 420, top: 0 },
      ])
      .png()
      .toBuffer()
    const visible = Math.min(600, 640 - left)
    const part = await sharp(side).extract({ left: 0, top: 0, width: visible, height: 345 }).toBuffer()
    return sharp(bytes)
      .composite([{ input: part, left, top: 15 }])
      .jpeg()
      .toBuffer()
  }

  test('on some frames only is not found', async () => {
    const [first, second, third] = days[3]!
    const facts = await (await day()).see([await lorry(first!, 20), await lorry(second!, 220), third!])
    expect(holding(facts)).toEqual([])
  })

  test('on all frames is found as `covered`, in that alarm only', async () => {
    const camera = await day()
    const standing = await Promise.all(days[3]!.map((bytes) => lorry(bytes, 20)))
    const { covered } = await camera.see(standing)
    expect(covered).toMatchObject({ holds: true, alarms: 1, since: new Date(camera.at).toISOString() })
    expect(holding(await camera.see(days[3]!))).toEqual([])
  })
})

describe('a lasting finding', () => {
  test('reports its start and its number of alarms, and an alarm that is analysed twice counts once', async () => {
    const camera = await day()
    const cloth = await tamperPictures(days[3]!, 'cloth', 1)
    const first = await camera.see(cloth)
    const since = new Date(camera.at).toISOString()
    expect(first.covered).toMatchObject({ alarms: 1, since })
    expect((await camera.see(cloth, { afterMs: 0 })).covered).toMatchObject({ alarms: 1, since })
    expect((await camera.see(await tamperPictures(days[2]!, 'cloth', 1))).covered).toMatchObject({ alarms: 2, since })
    // In the dark nothing can be measured, so the finding neither ends nor is counted.
    await camera.see(await tamperPictures(nights[0]!, 'dark-cap', 1))
    expect((await camera.see(await tamperPictures(days[1]!, 'cloth', 1))).covered).toMatchObject({ alarms: 3, since })
    expect((await camera.see(days[3]!)).covered).toMatchObject({ holds: false, alarms: 0, since: null })
  })

  test('becomes the normal view after a week, if a camera was turned on purpose', async () => {
    const source = days[3]!
    const straight = await turnCamera(source, {})
    const turned = await turnCamera(source, { right: 0.15 })
    const camera = await watched(straight, straight, straight)
    for (let passed = 0; passed < 7; passed += 1)
      expect((await camera.see(turned, { afterMs: DAY })).moved.holds).toBe(true)
    await camera.see(turned, { afterMs: DAY })
    expect(holding(await camera.see(turned, { afterMs: DAY }))).not.toContain('moved')
    expect(holding(await camera.see(straight))).toContain('moved')
  })

  test('never ends if a user chose the reference picture and the view stays changed', async () => {
    const source = days[3]!
    const given = givenReference(await prepare(await turnCamera(source, {})), new Date(START))!
    const camera = new Watched()
    camera.memory = { ...emptyTamperMemory(), usual: { colour: given, grey: null } }
    const turned = await turnCamera(source, { right: 0.15 })
    for (let passed = 0; passed < 10; passed += 1) {
      const facts = await camera.see(turned, { afterMs: DAY })
      expect(facts.basis.isTrusted).toBe(true)
      expect(facts.moved.holds).toBe(true)
    }
    expect(camera.memory?.usual.colour).toEqual(given)
  })
})

describe('a frozen picture', () => {
  const ticking = (bytes: Uint8Array, size: number, left: number, top: number) =>
    Promise.all([0, 1, 2].map((tick) => burnClock(bytes, new Date(START + tick * 1000), { size, left, top })))

  test.each([
    ['in a corner', 1, 0, 0],
    ['in the middle of an edge', 1, 0.3, 0.48],
    ['and a large date at the lower edge', 2.4, 0.05, 0.8],
  ])('is found although a clock changes %s', async (_, size, left, top) => {
    const { frozen } = await new Watched().see(await ticking(days[0]![0]!, size, left, top))
    expect(frozen).toMatchObject({ holds: true, score: 1, evidence: { same: 1, seconds: 2, across: 'frames' } })
    expect((await new Watched().see(await ticking(days[0]![0]!, size, left, top), { gapMs: null })).frozen.holds).toBe(
      true,
    )
  })

  test('is not found in a still scene with sensor noise, with or without a clock', async () => {
    for (const pictures of [days[0]!, nights[0]!]) {
      const live = await Promise.all(pictures.map((bytes, tick) => burnClock(bytes, new Date(START + tick * 1000))))
      for (const shown of [pictures, live]) {
        const { frozen } = await new Watched().see(shown)
        expect(frozen.evidence.across).toBe('frames')
        expect(frozen.score).toBeLessThan(0.5)
      }
    }
  })

  test('is not found if one picture was attached twice', async () => {
    const [bytes] = days[0]!
    for (const gapMs of [null, 0, 500])
      expect((await new Watched().see([bytes!, bytes!], { gapMs })).frozen).toMatchObject({
        holds: false,
        evidence: { across: null },
      })
  })

  test('is found over single pictures of several alarms, but not when one alarm is analysed again', async () => {
    const camera = await watched([days[0]![0]!])
    expect((await camera.see([days[0]![0]!], { afterMs: 0 })).frozen.evidence.across).toBeNull()
    const later = await burnClock(days[0]![0]!, new Date(START + HOUR))
    const { frozen } = await (await watched([await burnClock(days[0]![0]!, new Date(START))])).see([later])
    expect(frozen).toMatchObject({ holds: true, evidence: { across: 'alarms', seconds: 3600 } })
    expect((await camera.see([days[1]![0]!])).frozen).toMatchObject({ holds: false, evidence: { across: 'alarms' } })
  })

  test('is not found in a uniform picture', async () => {
    const black = await tamperPictures(days[0]!, 'dark-cap', 1)
    expect((await new Watched().see([black[0]!, black[0]!, black[0]!])).frozen).toMatchObject({ holds: false })
  })
})

test('an alarm without pictures has no finding and does not change the memory', async () => {
  const camera = await day()
  const before = camera.memory
  const facts = await camera.see([])
  expect(holding(facts)).toEqual([])
  expect(camera.memory).toEqual(before)
})

test('a memory stays small, and is refused in another version', async () => {
  const camera = await watched(...days.slice(0, 3), ...nights.slice(0, 3))
  await camera.see(await tamperPictures(days[3]!, 'cloth', 1))
  expect(JSON.stringify(camera.memory).length).toBeLessThan(20_000)
  expect(isTamperMemory(camera.memory)).toBe(true)
  expect(isTamperMemory({ ...camera.memory, version: 2 })).toBe(false)
  expect(isTamperMemory(undefined)).toBe(false)
})
