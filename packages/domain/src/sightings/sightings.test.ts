import { describe, expect, it } from 'vitest'
import { doubtOf, type Doubt } from './doubt.ts'
import { shownClasses, shownFrame, sightings } from './sightings.ts'

interface Thing {
  frame: number
  class: string
  score: number
  counted: boolean
  masked: boolean
  static: boolean
  doubt: Doubt | null
}
const thing = (change: Partial<Thing> = {}): Thing => ({
  frame: 0,
  class: 'person',
  score: 0.9,
  counted: true,
  masked: false,
  static: false,
  doubt: null,
  ...change,
})
const seen = { code: 'person-detected', params: { frame: 0, score: 0.9 } }
const frames = [0, 1, 2].map((position) => ({ position, url: `/${position}`, motion: [] }))

describe('the sightings of an alarm', () => {
  it.each([
    ['a counted detection stands', {}, 'stands'],
    ['one with half the strongest score stands', { score: 0.45 }, 'stands'],
    ['one far below the strongest score is faint', { score: 0.4 }, 'faint'],
    ['a masked detection is doubted', { counted: false, masked: true, doubt: 'masked' }, 'doubted'],
    ['a detection that is part of the scene is doubted', { counted: false, static: true, doubt: 'static' }, 'doubted'],
    ['a probable animal is doubted', { doubt: 'animal' }, 'doubted'],
    ['an uncertain detection is doubted', { doubt: 'uncertain' }, 'doubted'],
    ['an uncertain one far below the strongest is faint', { doubt: 'uncertain', score: 0.3 }, 'faint'],
    [
      'one of an unwanted class that the reasons do not name is faint',
      { class: 'animal', counted: false, doubt: 'unwanted' },
      'faint',
    ],
  ] as const)('are divided: %s', (_what, change, part) => {
    const detection = thing(change)
    expect(sightings({ detections: [thing(), detection], reasons: [seen] })[part]).toContain(detection)
  })

  it('show as doubted an animal that the reasons name, and the same object detected as a person', () => {
    const [cat, person] = [
      thing({ class: 'animal', score: 0.8, counted: false, doubt: 'unwanted' }),
      thing({ score: 0.32, doubt: 'animal' }),
    ]
    const alarm = { detections: [cat, person], reasons: [{ code: 'animal-only' }] }
    expect(sightings(alarm)).toEqual({ stands: [], doubted: [cat, person], faint: [] })
    expect(shownClasses(alarm)).toEqual(['animal'])
  })

  it('always include the decisive detection, even if others are much stronger', () => {
    const [decisive, louder] = [thing({ class: 'vehicle', score: 0.3 }), thing({ class: 'cycle', score: 0.9 })]
    const alarm = {
      detections: [louder, decisive],
      reasons: [{ code: 'vehicle-moved', params: { frame: 0, score: 0.3 } }],
    }
    expect(sightings(alarm).stands).toContain(decisive)
    expect(shownClasses(alarm)).toEqual(['vehicle', 'cycle'])
  })
})

describe('the picture that is shown first', () => {
  it('has the decisive detection, otherwise the strongest one, otherwise none', () => {
    const detections = [
      thing({ frame: 1, score: 0.95 }),
      thing({ frame: 2, score: 0.6 }),
      thing({ score: 0.99, doubt: 'animal' }),
    ]
    const reasons = [{ code: 'person-detected', params: { frame: 2, score: 0.6 } }]
    expect(shownFrame({ frames, detections, reasons })).toBe(2)
    expect(shownFrame({ frames, detections, reasons: [] })).toBe(1)
    expect(shownFrame({ frames: frames.filter(({ position }) => position === 0), detections, reasons })).toBe(0)
    expect(shownFrame({ frames, detections: [], reasons })).toBe(0)
    expect(shownFrame({ frames: [], detections, reasons })).toBeUndefined()
  })
})

describe('the doubt about a detection', () => {
  const old = (stored: Thing) => ({ ...stored, doubt: undefined })
  it.each([
    [{}, [seen], null],
    [{}, [{ code: 'animal-only' }], 'animal'],
    [{}, [{ code: 'below-threshold' }], 'uncertain'],
    [{ masked: true, counted: false }, [{ code: 'only-masked' }], 'masked'],
    [{ static: true, masked: true, counted: false }, [{ code: 'only-static' }], 'static'],
    [{ class: 'animal', counted: false }, [{ code: 'animal-only' }], 'unwanted'],
    [{ class: 'bag', static: true, counted: false }, [{ code: 'not-wanted', params: { class: 'bag' } }], 'unwanted'],
    [{ class: 'bag', counted: false }, [seen], 'unwanted'],
    [{ class: 'other', static: true, counted: false }, [{ code: 'only-static' }], 'unwanted'],
  ] as const)('is derived if none was stored: %j with %j is %s', (change, reasons, doubt) => {
    expect(doubtOf(old(thing(change)), reasons)).toBe(doubt)
  })
  it('is the stored one if there is one', () => {
    expect(doubtOf(thing({ doubt: 'animal' }), [seen])).toBe('animal')
    expect(doubtOf(thing(), [{ code: 'animal-only' }])).toBeNull()
  })
})
