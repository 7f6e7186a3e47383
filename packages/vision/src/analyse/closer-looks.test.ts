import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { Detector, Seen } from '../detect/detector.ts'
import { loadParameters } from '../decide/parameters.ts'
import type { Box, ViewSettings } from '../types.ts'
import { createAnalyser } from './analyser.ts'

/** A distant person in a corner, while a large object moves in the other corner. */
const FAR: Box = { x: 0.9, y: 0.8, width: 0.02, height: 0.1 }

/** Draws three pictures of a bright object of this size that moves along the upper edge by `step` pixels per picture. */
const burstOf = (width: number, height: number, step: number) =>
  Promise.all(
    [0, 1, 2].map((picture) =>
      sharp({ create: { width: 960, height: 540, channels: 3, background: '#777' } })
        .composite([
          { input: { create: { width, height, channels: 3, background: '#ddd' } }, left: picture * step, top: 40 },
        ])
        .jpeg()
        .toBuffer(),
    ),
  )
const pictures = await burstOf(90, 120, 120)

interface Sight {
  faint?: number
  close?: number
  at?: Box
  onLook?: (taken: number) => void
}

/** Creates a detector that sees the distant person weakly, except in a closer look. It records the region and the picture of each look. */
function shortSighted({ faint = 0.2, close = 0.9, at = FAR, onLook }: Sight = {}) {
  const looked: (Box | undefined)[] = []
  const shown: unknown[] = []
  const detector: Detector = {
    id: 'short-sighted',
    version: '1',
    looks: 'parts',
    sees: ['person'],
    prepare: async (picture, region) => async (): Promise<Seen> => {
      looked.push(region)
      shown.push(picture)
      onLook?.(looked.length)
      const part = region ?? { x: 0, y: 0, width: 1, height: 1 }
      const box = {
        x: (at.x - part.x) / part.width,
        y: (at.y - part.y) / part.height,
        width: at.width / part.width,
        height: at.height / part.height,
      }
      const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= 1 && box.y + box.height <= 1
      const score = part.height < 0.5 ? close : faint
      return { sightings: isInside ? [{ class: 'person', label: 'person', score, box }] : [], inferenceMs: 1 }
    },
  }
  return { detector, looked, pictures: shown }
}

const isCloseUp = (region: Box | undefined): boolean =>
  region !== undefined && region.height < 0.5 && region.x + region.width > 0.99

const { parameters, version } = loadParameters(['short-sighted'])

interface Circumstance {
  sensitivity?: ViewSettings['sensitivity']
  shift?: number
  burst?: Buffer[]
  isHurried?: boolean
}

async function analyse(
  detectors: Detector | Detector[],
  count: number,
  { sensitivity = 3, shift = 0, burst = pictures, isHurried = false }: Circumstance = {},
) {
  const committee = { packs: [{ id: 'short-sighted', version: '1' }], parameters: version }
  const { analysis } = await createAnalyser({ detectors: [detectors].flat() }).analyse(
    {
      media: burst.slice(0, count).map((bytes, index) => ({ id: `m${index}`, bytes, takenOffsetMs: index * 1000 })),
      view: { masks: [], wantedClasses: ['person'], sensitivity },
      memory: null,
      now: new Date('2026-05-01T12:00:00Z'),
      isHurried,
      adjustments: [{ id: 'a1', scope: 'camera', shift, committee }],
    },
    { softTimeoutMs: 60_000 },
  )
  return analysis
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a weak sighting in a burst gets a closer look after all other looks, and the alarm is passed', async () => {
  const { detector, looked } = shortSighted()
  const { verdict, detections } = await analyse(detector, 3)
  expect(verdict).toBe('true')
  expect(detections.some(({ class: kind, score }) => kind === 'person' && score === 0.9)).toBe(true)
  expect(isCloseUp(looked.at(-1))).toBe(true)
  expect(looked.slice(0, -1).filter((region) => region === undefined)).toHaveLength(3)
})

test('when many alarms wait, two pictures are looked at and nothing more closely, which the reasons say, and nothing counts as absent', async () => {
  const { detector, looked } = shortSighted()
  const hurried = await analyse(detector, 3, { isHurried: true })
  expect(hurried.verdict).toBe('false')
  expect(hurried.reasons.map(({ code }) => code)).toContain('fewer-looks')
  expect(looked.filter((region) => region === undefined)).toHaveLength(2)
  expect(looked.some(isCloseUp)).toBe(false)
  expect(hurried.evidence?.isWhole).toBe(false)
  const usual = await analyse(shortSighted().detector, 3)
  expect(usual.reasons.map(({ code }) => code)).not.toContain('fewer-looks')
  const two = await analyse(shortSighted().detector, 2, { isHurried: true })
  expect(two.reasons.map(({ code }) => code)).not.toContain('fewer-looks')
})

test('when many alarms wait, the first look that makes the alarm true is the last', async () => {
  const { detector, looked } = shortSighted({ faint: 0.6 })
  expect((await analyse(detector, 3, { isHurried: true })).verdict).toBe('true')
  expect(looked).toHaveLength(1)
})

test('a sighting too weak to reach the threshold gets no closer look', async () => {
  const { detector, looked } = shortSighted({ faint: parameters.closerFrom - 0.01 })
  expect((await analyse(detector, 3)).verdict).toBe('false')
  expect(looked.some(isCloseUp)).toBe(false)
})

test('sensitivity and adjustments do not change the looks or the evidence', async () => {
  const outcomes = await Promise.all(
    ([1, 3, 5] as const).flatMap((sensitivity) =>
      [0, 1.5].map(async (shift) => {
        const { detector, looked } = shortSighted()
        const { evidence } = await analyse(detector, 3, { sensitivity, shift })
        return { looked, evidence }
      }),
    ),
  )
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  expect(isCloseUp(outcomes[0]!.looked.at(-1))).toBe(true)
})

test('a model without measurements that sees nothing does not prevent the closer look', async () => {
  const { detector, looked } = shortSighted()
  const blind: Detector = { ...shortSighted({ faint: 0 }).detector, id: 'blind' }
  expect((await analyse([detector, blind], 3)).verdict).toBe('true')
  expect(isCloseUp(looked.at(-1))).toBe(true)
})

test('a weak sighting on a single picture gets no closer look, because animals would be taken for people', async () => {
  const { detector, looked } = shortSighted()
  expect((await analyse(detector, 1)).verdict).toBe('false')
  expect(looked.some(isCloseUp)).toBe(false)
})

test('a place gets no closer look on a picture where an earlier look was as close', async () => {
  const at = { x: 0.03, y: 0.1, width: 0.02, height: 0.06 }
  const { detector, looked, pictures: shown } = shortSighted({ at, close: 0.2 })
  await analyse(detector, 2, { burst: await burstOf(30, 40, 40) })
  const closely = looked.flatMap((region, look) =>
    region !== undefined && region.height < 0.5 && region.x <= at.x && region.y <= at.y ? [shown[look]] : [],
  )
  expect(closely).toHaveLength(2)
  expect(new Set(closely).size).toBe(2)
})

test.each([
  ['before the closer looks', 0, 1],
  ['between the closer looks', 1, 2],
])(
  'when time runs out %s, the alarm is unverified and reports the number of analysed pictures',
  async (_, taken, frames) => {
    const first = shortSighted({ close: 0.2 })
    await analyse(first.detector, 3)
    const planned = first.looked.length - 2
    const now = performance.now.bind(performance)
    let late = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + late)
    const { detector, looked } = shortSighted({
      close: 0.2,
      onLook: (count) => {
        if (count === planned + taken) late = 120_000
      },
    })
    const { verdict, reasons } = await analyse(detector, 3)
    expect(looked).toHaveLength(planned + taken)
    expect(verdict).toBe('unverified')
    expect(reasons).toContainEqual({ code: 'deadline', params: { frames, of: 3 } })
  },
)
