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

describe('the sightings', () => {
  it.each([
    ['weighed', {}, 'stands'],
    ['weighed at half the strongest', { score: 0.45 }, 'stands'],
    ['weighed, far below the strongest', { score: 0.4 }, 'faint'],
    ['left out as masked', { counted: false, masked: true, doubt: 'masked' }, 'doubted'],
    ['left out as part of the scene', { counted: false, static: true, doubt: 'static' }, 'doubted'],
    ['taken for an animal', { doubt: 'animal' }, 'doubted'],
    ['too uncertain', { doubt: 'uncertain' }, 'doubted'],
    ['too uncertain and far below the strongest', { doubt: 'uncertain', score: 0.3 }, 'faint'],
    [
      'not looked out for, of which the reasons say nothing',
      { class: 'animal', counted: false, doubt: 'unwanted' },
      'faint',
    ],
  ] as const)('are in the right part: %s', (_what, change, part) => {
    const detection = thing(change)
    expect(sightings({ detections: [thing(), detection], reasons: [seen] })[part]).toContain(detection)
  })

  it('show the animal of the reasons, and the person it was taken for as doubted', () => {
    const [cat, person] = [
      thing({ class: 'animal', score: 0.8, counted: false, doubt: 'unwanted' }),
      thing({ score: 0.32, doubt: 'animal' }),
    ]
    const alarm = { detections: [cat, person], reasons: [{ code: 'animal-only' }] }
    expect(sightings(alarm)).toEqual({ stands: [], doubted: [cat, person], faint: [] })
    expect(shownClasses(alarm)).toEqual(['animal'])
  })

  it('always include the decisive one, however weak it is beside others', () => {
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
  it('is the decisive one', () => {
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

describe('an alarm from before doubts were stored', () => {
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
  ] as const)('%j with %j is doubted as %s', (change, reasons, doubt) => {
    expect(doubtOf(old(thing(change)), reasons)).toBe(doubt)
  })
  it('keeps the doubt that was stored', () => {
    expect(doubtOf(thing({ doubt: 'animal' }), [seen])).toBe('animal')
    expect(doubtOf(thing(), [{ code: 'animal-only' }])).toBeNull()
  })
})
