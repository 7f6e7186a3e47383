import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Detector, Sighting } from '../detect/detector.ts'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'
import { createAnalyser } from './analyser.ts'

const [WIDTH, HEIGHT] = [640, 360]
const START = Date.UTC(2026, 4, 1, 12)

/** Draws a textured yard in colour, with new noise in each picture. A dark object moves along its lower edge. */
async function yard(picture: number): Promise<Uint8Array> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    const isThing = y > 0.88 * HEIGHT && Math.abs(x - 150 * picture) < 30
    const level = isThing ? 30 : 120 + 50 * Math.sin(x / 6 + y / 17) * Math.cos(y / 5 - x / 29)
    const noise = 5 * Math.sin(pixel * 12.9898 + picture * 78.233)
    data[pixel * 3] = level + noise
    data[pixel * 3 + 1] = level + noise - 20
    data[pixel * 3 + 2] = level + noise - 40
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/**
 * Creates a detector that reports this number of parked cars and the sightings in `state.more`. The cars have different scores, and their
 * boxes vary from look to look.
 */
function carParkDetector(cars: number) {
  const columns = Math.ceil(Math.sqrt(cars))
  let looks = 0
  const state: { more: Sighting[] } = { more: [] }
  const sightings = (): Sighting[] => {
    looks += 1
    const parked = Array.from({ length: cars }, (_, place): Sighting => {
      const side = 0.8 / columns
      const tremble = 0.04 * side * Math.sin(place * 5.1 + looks * 2.3)
      const box = {
        x: (place % columns) / columns + 0.05 * side + tremble,
        y: 0.85 * (Math.floor(place / columns) / columns + 0.05 * side - tremble),
        width: side,
        height: 0.85 * side,
      }
      return { class: 'vehicle', label: 'car', score: 0.35 + (0.5 * ((place * 37) % cars)) / cars, box }
    })
    return [...parked, ...state.more]
  }
  const detector: Detector = {
    id: 'car park',
    version: '1',
    looks: 'whole',
    sees: ['person', 'vehicle'],
    prepare: async () => async () => ({ sightings: sightings(), inferenceMs: 0 }),
  }
  return { detector, state }
}

describe.each([30, 100])('a car park of %i cars with an alarm every ten minutes', { timeout: 60_000 }, (cars) => {
  test('is filtered every time, and a person who walks in it is passed', async () => {
    const { detector, state } = carParkDetector(cars)
    const analyser = createAnalyser({ detectors: [detector] })
    const pictures = await Promise.all([1, 2, 3].map(yard))
    let memory: AnalysisJob['memory'] = null
    const alarm = async (number: number): Promise<AlarmAnalysis> => {
      const { analysis } = await analyser.analyse(
        {
          media: pictures.map((bytes, index) => ({ id: `${index}`, bytes, takenOffsetMs: index * 1000 })),
          view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
          memory,
          now: new Date(START + number * 600_000),
        },
        { softTimeoutMs: 30_000 },
      )
      memory = JSON.parse(JSON.stringify(analysis.memory))
      return analysis
    }
    for (let number = 0; number < 8; number += 1)
      expect(await alarm(number), `alarm ${number}`).toMatchObject({
        verdict: 'false',
        reasons: [{ code: 'only-static' }],
      })
    state.more = [
      { class: 'person', label: 'person', score: 0.9, box: { x: 0.45, y: 0.88, width: 0.05, height: 0.12 } },
    ]
    expect(await alarm(8)).toMatchObject({ verdict: 'true', reasons: [{ code: 'person-detected' }] })
    state.more = []
    expect((await alarm(9)).verdict).toBe('false')
    expect(JSON.stringify(memory).length).toBeLessThan(60_000)
  })
})
