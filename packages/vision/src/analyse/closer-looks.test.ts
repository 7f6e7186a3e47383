import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { Detector, Seen } from '../detect/detector.ts'
import { loadParameters } from '../decide/parameters.ts'
import type { Box, ViewSettings } from '../types.ts'
import { createAnalyser } from './analyser.ts'

/** Somebody far off in a corner, while something large moves in the other. */
const FAR: Box = { x: 0.9, y: 0.8, width: 0.02, height: 0.1 }

const pictures = await Promise.all(
  [0, 120, 240].map((left) =>
    sharp({ create: { width: 960, height: 540, channels: 3, background: '#777' } })
      .composite([{ input: { create: { width: 90, height: 120, channels: 3, background: '#ddd' } }, left, top: 40 }])
      .jpeg()
      .toBuffer(),
  ),
)

/** Sees who is far off faintly, unless it looks closely, and tells where it looked. */
function shortSighted({ faint = 0.2, onLook }: { faint?: number; onLook?: (taken: number) => void } = {}) {
  const looked: (Box | undefined)[] = []
  const detector: Detector = {
    id: 'short-sighted',
    version: '1',
    looks: 'parts',
    sees: ['person'],
    prepare: async (_, region) => async (): Promise<Seen> => {
      looked.push(region)
      onLook?.(looked.length)
      const part = region ?? { x: 0, y: 0, width: 1, height: 1 }
      const box = {
        x: (FAR.x - part.x) / part.width,
        y: (FAR.y - part.y) / part.height,
        width: FAR.width / part.width,
        height: FAR.height / part.height,
      }
      const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= 1 && box.y + box.height <= 1
      const score = part.height < 0.5 ? 0.9 : faint
      return { sightings: isInside ? [{ class: 'person', label: 'person', score, box }] : [], inferenceMs: 1 }
    },
  }
  return { detector, looked }
}

const isCloseUp = (region: Box | undefined): boolean =>
  region !== undefined && region.height < 0.5 && region.x + region.width > 0.99

const { parameters, version } = loadParameters(['short-sighted'])

async function analyse(
  detectors: Detector | Detector[],
  count: number,
  { sensitivity = 3, shift = 0 }: { sensitivity?: ViewSettings['sensitivity']; shift?: number } = {},
) {
  const committee = { packs: [{ id: 'short-sighted', version: '1' }], parameters: version }
  const { analysis } = await createAnalyser({ detectors: [detectors].flat() }).analyse(
    {
      media: pictures.slice(0, count).map((bytes, index) => ({ id: `m${index}`, bytes, takenOffsetMs: index * 1000 })),
      view: { masks: [], wantedClasses: ['person'], sensitivity },
      memory: null,
      now: new Date('2026-05-01T12:00:00Z'),
      adjustments: [{ id: 'a1', scope: 'camera', shift, committee }],
    },
    { softTimeoutMs: 60_000 },
  )
  return analysis
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('who is seen faintly in a burst is looked at closely after all else, and passed', async () => {
  const { detector, looked } = shortSighted()
  const { verdict, detections } = await analyse(detector, 3)
  expect(verdict).toBe('true')
  expect(detections.some(({ class: kind, score }) => kind === 'person' && score === 0.9)).toBe(true)
  expect(isCloseUp(looked.at(-1))).toBe(true)
  expect(looked.slice(0, -1).filter((region) => region === undefined)).toHaveLength(3)
})

test('what is too faint to become enough is not', async () => {
  const { detector, looked } = shortSighted({ faint: parameters.closerFrom - 0.01 })
  expect((await analyse(detector, 3)).verdict).toBe('false')
  expect(looked.some(isCloseUp)).toBe(false)
})

test('whatever the sensitivity and whatever was learnt, the same is looked at and the same is seen', async () => {
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

test('a model that nobody measured and that sees nothing keeps nobody from being looked at', async () => {
  const { detector, looked } = shortSighted()
  const blind: Detector = { ...shortSighted({ faint: 0 }).detector, id: 'blind' }
  expect((await analyse([detector, blind], 3)).verdict).toBe('true')
  expect(isCloseUp(looked.at(-1))).toBe(true)
})

test('on a single picture, where animals would become people, it is not', async () => {
  const { detector, looked } = shortSighted()
  expect((await analyse(detector, 1)).verdict).toBe('false')
  expect(looked.some(isCloseUp)).toBe(false)
})

test('when time runs out before, it is passed on, telling how many pictures are through', async () => {
  const first = shortSighted()
  await analyse(first.detector, 3)
  const planned = first.looked.length - 1
  const now = performance.now.bind(performance)
  let late = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + late)
  const { detector, looked } = shortSighted({
    onLook: (taken) => {
      if (taken === planned) late = 120_000
    },
  })
  const { verdict, reasons } = await analyse(detector, 3)
  expect(looked).toHaveLength(planned)
  expect(verdict).toBe('unverified')
  expect(reasons).toContainEqual({ code: 'deadline', params: { frames: 1, of: 3 } })
})
