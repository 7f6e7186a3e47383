import { describe, expect, test } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Detection } from '../types.ts'
import type { PlateReader, PlateText } from './plate-reader.ts'
import { readPlates } from './read-plates.ts'

const picture: RgbImage = { width: 800, height: 600, data: new Uint8Array(800 * 600 * 3) }

const vehicle = (change: Partial<Detection> = {}): Detection => ({
  frame: 0,
  class: 'vehicle',
  label: 'car',
  score: 0.8,
  box: { x: 0.2, y: 0.2, width: 0.5, height: 0.5 },
  moved: true,
  masked: false,
  static: false,
  counted: true,
  model: 'one',
  ...change,
})

const plateText = (text: string): PlateText => ({
  text,
  confidences: Array.from(text, () => 1),
  characterHeight: 20,
  wholeness: 1,
})

function fakeReader(change: Partial<PlateReader> = {}): PlateReader & { found: RgbImage[] } {
  const reader = {
    found: [] as RgbImage[],
    find: (seen: RgbImage) => {
      reader.found.push(seen)
      return Promise.resolve([{ box: { x: 0.4, y: 0.7, width: 0.2, height: 0.1 }, score: 1 }])
    },
    read: () => Promise.resolve<PlateText | undefined>(plateText('KH47TEX')),
    ...change,
  }
  return reader
}

describe('reading the plates of an alarm', () => {
  test('examines each vehicle and places its readings on the frame', async () => {
    const findings = await readPlates(fakeReader(), [picture, picture], [vehicle(), vehicle({ frame: 1 })], Infinity)
    expect(findings).toMatchObject({ isComplete: true, error: null, plates: [{ text: 'KH47TEX', isSure: true }] })
    const [plate] = findings.plates
    expect(plate?.readings.map(({ frame }) => frame)).toEqual([0, 1])
    // The vehicle's box with a margin of 3 % starts at 0.185 and is 0.53 wide.
    expect(plate?.readings[0]?.box.x).toBeCloseTo(0.185 + 0.4 * 0.53)
    expect(plate?.readings[0]?.box.width).toBeCloseTo(0.2 * 0.53)
  })

  test('leaves out masked and small vehicles and other objects, and includes motorcycles', async () => {
    const reader = fakeReader()
    const small = { x: 0.1, y: 0.1, width: 0.05, height: 0.05 }
    const others = [vehicle({ masked: true }), vehicle({ box: small }), vehicle({ class: 'person', label: 'person' })]
    expect((await readPlates(reader, [picture], others, Infinity)).plates).toEqual([])
    expect(reader.found).toEqual([])
    const motorcycle = vehicle({ class: 'cycle', label: 'motorcycle' })
    expect((await readPlates(reader, [picture], [motorcycle], Infinity)).plates).toHaveLength(1)
  })

  test('returns a plate only once if it is found in two boxes of one vehicle', async () => {
    const again = vehicle({ box: { x: 0.21, y: 0.2, width: 0.5, height: 0.5 } })
    const { plates } = await readPlates(fakeReader(), [picture], [vehicle(), again], Infinity)
    expect(plates.map(({ readings }) => readings.length)).toEqual([1])
  })

  test('drops words and fragments', async () => {
    for (const text of ['POLICE', 'A1', '']) {
      const reader = fakeReader({ read: () => Promise.resolve(plateText(text)) })
      expect(await readPlates(reader, [picture], [vehicle()], Infinity)).toEqual({
        plates: [],
        isComplete: true,
        error: null,
      })
    }
  })

  test('keeps its results when the reader fails, and reports why', async () => {
    let count = 0
    const reader = fakeReader({
      read: () => (++count === 1 ? Promise.resolve(plateText('KH47TEX')) : Promise.reject(new Error('out of memory'))),
    })
    const vehicles = [0, 1, 2].map((frame) => vehicle({ frame }))
    const findings = await readPlates(reader, [picture, picture, picture], vehicles, Infinity)
    expect(findings).toMatchObject({ isComplete: false, error: 'out of memory', plates: [{ text: 'KH47TEX' }] })
    expect(count).toBe(2)
  })

  test('returns by the deadline when the reader hangs', async () => {
    const reader = fakeReader({ read: () => new Promise(() => undefined) })
    const began = performance.now()
    const findings = await readPlates(reader, [picture], [vehicle()], began + 50)
    expect(findings).toMatchObject({ isComplete: false, plates: [] })
    expect(findings.error).toContain('took longer than')
  })

  test('does not start after the deadline', async () => {
    const reader = fakeReader()
    const findings = await readPlates(reader, [picture], [vehicle()], performance.now() - 1)
    expect(findings).toEqual({ plates: [], isComplete: false, error: null })
    expect(reader.found).toEqual([])
  })
})
