import { expect, test } from 'vitest'
import { createAnalyser } from '../analyse/analyser.ts'
import {
  colourDetector,
  draw,
  empty,
  HEIGHT,
  job,
  parked,
  SOFT,
  walking,
  WIDTH,
  BLUE,
} from '../analyse/yard.fixture.ts'
import { encodeClip } from '../decode/encode-clip.ts'
import { decodeMedia } from '../decode/decode-media.ts'
import type { Detector } from '../detect/detector.ts'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'

const view: AnalysisJob['view'] = { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 }

async function analyse(pictures: Uint8Array[], follows: boolean, detector: Detector = colourDetector()) {
  const asked = job(pictures, { view: { ...view, follows } })
  return (await createAnalyser({ detectors: [detector] }).analyse(asked, SOFT)).analysis
}

/** A clip of 12 s in which a figure is at the left edge that `placeOf` says for each second; undefined: nobody. */
async function clipOf(placeOf: (second: number) => number | undefined): Promise<Uint8Array> {
  const seconds = Array.from({ length: 48 }, (_, index) => index / 4)
  const stills = await Promise.all(
    seconds.map((second, seed) => {
      const figure = placeOf(second)
      return draw({ seed: seed + 1, ...(figure !== undefined && { figure }) })
    }),
  )
  const levels = await Promise.all(
    stills.map(async (bytes) => (await decodeMedia([{ id: 'still', bytes }], Infinity)).frames[0]?.rgb ?? 0),
  )
  return encodeClip({
    extension: 'mp4',
    codec: 'h264',
    width: WIDTH,
    height: HEIGHT,
    framesPerSecond: 4,
    levels,
  })
}

const answer = ({ verdict, score, reasons, memory }: AlarmAnalysis) => ({ verdict, score, reasons, memory })
const walker = await clipOf((second) => 30 + second * 45)
const [usual, followed] = [await analyse([walker], false), await analyse([walker], true)]
/** Somebody crosses between two of the six usual pictures, at 5 and 7 s. */
const between = await clipOf((second) => (second > 5.1 && second < 6.9 ? 100 + (second - 5) * 200 : undefined))

test('a person is followed over a clip at more moments, and neither verdict nor memory depends on it', () => {
  expect(answer(followed)).toEqual(answer(usual))
  expect(usual.tracks).toBeUndefined()
  const [track] = followed.tracks ?? []
  expect(followed.tracks).toHaveLength(1)
  expect(track?.class).toBe('person')
  expect(track?.points.length).toBeGreaterThanOrEqual(14)
  const places = track?.points.map(({ box }) => box.x) ?? []
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const [first, last] = [track?.points[0]?.offsetMs ?? 0, track?.points.at(-1)?.offsetMs ?? 0]
  expect(last - first).toBeGreaterThan(9_000)
})

test('the usual pictures keep their numbers, and every point names a picture that shows it', () => {
  const named = ({ frames }: AlarmAnalysis) => frames.map(({ index, offsetMs }) => ({ index, offsetMs }))
  expect(named(followed).slice(0, 6)).toEqual(named(usual))
  expect(followed.frames.length).toBeLessThanOrEqual(20)
  for (const { frame, offsetMs, box } of followed.tracks?.[0]?.points ?? []) {
    expect(followed.frames[frame]?.offsetMs).toBe(offsetMs)
    expect(followed.detections.some((one) => one.frame === frame && Math.abs(one.box.x - box.x) < 0.02)).toBe(true)
  }
})

test('who is only between the usual pictures makes the alarm true', async () => {
  const found = await analyse([between], true)
  expect((await analyse([between], false)).verdict).toBe('false')
  expect(found).toMatchObject({ verdict: 'true', reasons: [{ code: 'person-detected' }] })
  const frame = Number(found.reasons[0]?.params?.['frame'])
  expect(found.frames[frame]?.index).toBeGreaterThanOrEqual(50)
  expect(found.detections.some((one) => one.frame === frame && one.doubt === null)).toBe(true)
})

test('nobody is followed where nothing is, and what is parked has no path', async () => {
  expect(await analyse(empty, true)).toMatchObject({ verdict: 'false', tracks: [] })
  expect(await analyse(parked, true)).toMatchObject({ verdict: 'false', tracks: [] })
})

test('people and vehicles of a burst are followed', async () => {
  expect((await analyse(walking, true)).tracks).toMatchObject([
    { class: 'person', points: [{ frame: 0 }, { frame: 1 }, { frame: 2 }] },
  ])
  const vehicles = await Promise.all([100, 160, 220].map((figure, seed) => draw({ figure, seed: seed + 5 }, BLUE)))
  expect((await analyse(vehicles, true)).tracks).toMatchObject([{ class: 'vehicle' }])
})

test('a detector that fails on the dense looks leaves the usual verdict', async () => {
  const good = colourDetector()
  let looks = 0
  const failing: Detector = {
    ...good,
    prepare: async (picture, region) => {
      looks += 1
      if (looks > 8) throw new Error('out of memory')
      return good.prepare(picture, region)
    },
  }
  expect(answer(await analyse(walking, true, failing)).verdict).toBe('true')
})
