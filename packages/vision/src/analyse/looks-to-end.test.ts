import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Detector } from '../detect/detector.ts'
import { createAnalyser } from './analyser.ts'

/** Three pictures of an object that moves from left to right. */
const pictures = await Promise.all(
  [100, 300, 500].map((left) =>
    sharp({ create: { width: 960, height: 540, channels: 3, background: '#777' } })
      .composite([{ input: { create: { width: 90, height: 200, channels: 3, background: '#ddd' } }, left, top: 200 }])
      .jpeg()
      .toBuffer(),
  ),
)

/** A detector that sees a person wherever the bright object is, on whole pictures. Counts looks. */
function seeing(score: (look: number) => number): Detector & { taken: number } {
  const detector = {
    id: 'scripted',
    version: '1',
    looks: 'whole' as const,
    sees: ['person' as const],
    taken: 0,
    prepare: async () => async () => {
      const box = { x: 0.1, y: 0.37, width: 0.1, height: 0.37 }
      const sighting = { class: 'person' as const, label: 'person', score: score(detector.taken), box }
      detector.taken += 1
      return { sightings: [sighting], inferenceMs: 1 }
    },
  }
  return detector
}

async function analyse(detector: Detector, looksToEnd: boolean) {
  const { analysis } = await createAnalyser({ detectors: [detector] }).analyse(
    {
      media: pictures.map((bytes, index) => ({ id: String(index), bytes })),
      view: { masks: [], wantedClasses: ['person'], sensitivity: 3, looksToEnd },
      memory: null,
      now: new Date('2026-05-01T12:00:00Z'),
    },
    { softTimeoutMs: 60_000 },
  )
  return analysis
}

const framesOf = (analysis: Awaited<ReturnType<typeof analyse>>) => [
  ...new Set(analysis.detections.map(({ frame }) => frame)),
]

test('a certain alarm shows only what was seen until then, unless every picture is looked at to the end', async () => {
  const [brief, whole] = [seeing(() => 0.95), seeing(() => 0.95)]
  const [early, complete] = [await analyse(brief, false), await analyse(whole, true)]
  expect(framesOf(early).length).toBeLessThan(3)
  expect(new Set(framesOf(complete))).toEqual(new Set([0, 1, 2]))
  expect(whole.taken).toBeGreaterThan(brief.taken)
})

test('what is seen after the verdict was certain changes neither verdict nor reasons', async () => {
  const lessLater = () => seeing((look) => (look === 0 ? 0.95 : 0.3))
  const [early, complete] = [await analyse(lessLater(), false), await analyse(lessLater(), true)]
  const answer = ({ verdict, score, reasons }: typeof early) => ({ verdict, score, reasons })
  expect(answer(complete)).toEqual(answer(early))
  expect(complete.verdict).toBe('true')
})
