// Tests that the displayed sightings of an alarm are consistent with the reasons of its verdict, for any detections.
import { decidedClass, shownClasses, sightings, unwantedClass } from '@winnow/domain'
import { expect, test } from 'vitest'
import { tidyDetections } from '../analyse/tidy-detections.ts'
import type { Detection, ObjectClass } from '../types.ts'
import { decide, type Facts } from './decide.ts'
import { doubtOf } from './doubt-of.ts'
import { detection, named, parameters } from './evidence.fixture.ts'
import { evidenceFor } from './probability-curve.ts'

const CLASSES: ObjectClass[] = ['person', 'vehicle', 'cycle', 'animal', 'bag', 'other']
const MODELS = [named('one'), named('two'), named('three')]

function createRandom(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  return { below, share: () => below(1000) / 1000, pick: <T>(from: readonly T[]): T => from[below(from.length)]! }
}

/**
 * Generates the facts of an alarm at random. They resemble real ones: often the models give different classes to one object.
 */
function findingsOf(seed: number): Facts {
  const random = createRandom(seed)
  for (let skip = 0; skip < 5; skip += 1) random.below(2)
  const wantedClasses = CLASSES.filter((name) => random.below(name === 'animal' ? 5 : 3) > (name === 'person' ? 0 : 1))
  const view: Facts['view'] = { masks: [], wantedClasses, sensitivity: random.pick([1, 2, 3, 4, 5] as const) }
  const frames = 1 + random.below(4)
  const models = MODELS.slice(0, 1 + random.below(3))
  const places = Array.from({ length: 1 + random.below(3) }, () => ({
    x: random.share() * 0.8,
    y: random.share() * 0.6,
  }))
  const detections = Array.from({ length: random.below(10) }, (): Detection => {
    const { x, y } = random.pick(places)
    const kind = random.pick(CLASSES)
    const isMasked = random.below(6) === 0
    const isStatic = random.below(6) === 0
    return detection({
      class: kind,
      label: kind,
      frame: random.below(frames),
      score: 0.05 + random.share() * 0.9,
      box: { x: x + random.share() * 0.03, y, width: 0.1, height: 0.3 },
      moved: isStatic ? false : random.pick([true, null]),
      masked: isMasked,
      static: isStatic,
      counted: !isMasked && !isStatic && wantedClasses.includes(kind),
      model: random.pick(models).id,
    })
  })
  return {
    detections,
    problems: random.below(5) === 0 ? [{ mediaId: 'm', code: 'broken' }] : [],
    view,
    frames,
    distinctFrames: frames,
    framesToSee: frames,
    nothingMoved: random.below(8) === 0,
    globalChange: null,
    models,
    modelError: null,
    deadline: null,
    scene: [],
    shift: random.below(4) === 0 ? 1 : 0,
  }
}

function tell(seed: number) {
  const facts = findingsOf(seed)
  const decision = decide(facts, parameters)
  const { reasons, decisive, verdict, threshold } = decision
  const clear = evidenceFor(threshold, parameters)
  const judged = { all: facts.detections, wantedClasses: facts.view.wantedClasses, decision }
  const detections = tidyDetections(facts.detections, decisive, clear).map((thing) => ({
    ...thing,
    doubt: doubtOf(thing, judged, parameters),
  }))
  return {
    reasons,
    verdict,
    detections,
    ...sightings({ detections, reasons }),
    classes: shownClasses({ detections, reasons }),
  }
}

/**
 * The number of generated alarms with each reason. The test checks at its end that every reason occurred often enough to prove anything.
 */
const met = new Map<string, number>()

test('for any detections, reasons, classes and boxes never contradict each other', () => {
  for (let seed = 1; seed <= 20_000; seed += 1) {
    const { reasons, verdict, detections, stands, doubted, faint, classes } = tell(seed)
    const what = `seed ${seed}`
    for (const { code } of reasons) met.set(code, (met.get(code) ?? 0) + 1)
    expect(stands.length + doubted.length + faint.length, what).toBe(detections.length)

    // The decisive sighting supports the alarm, and its class is listed first. Without a decisive sighting, no sighting supports the alarm.
    const decided = reasons.flatMap((reason) => decidedClass(reason) ?? [])
    expect(decided.length > 0, what).toBe(verdict === 'true')
    if (decided[0] === undefined) expect(stands, what).toEqual([])
    else {
      expect(classes[0], what).toBe(decided[0])
      expect(
        stands.some((thing) => thing.class === decided[0] && thing.doubt === null),
        what,
      ).toBe(true)
      expect([...new Set(stands.map((thing) => thing.class))].toSorted(), what).toEqual(classes.toSorted())
    }
    // Every object named in the reasons is among the sightings, with the same class.
    for (const name of reasons.flatMap((reason) => unwantedClass(reason) ?? [])) {
      expect(
        doubted.some((thing) => thing.class === name && thing.doubt === 'unwanted'),
        what,
      ).toBe(true)
      expect(classes, what).toContain(name)
    }
    const codes = reasons.map(({ code }) => code)
    if (codes.includes('only-masked') || codes.includes('only-static'))
      expect(
        doubted.some(({ doubt }) => doubt === 'masked' || doubt === 'static'),
        what,
      ).toBe(true)
    if (codes.includes('nothing-detected'))
      expect(
        doubted.some(({ counted }) => counted),
        what,
      ).toBe(false)
    // If a sighting is doubted because it is probably an animal, an animal was detected on its frame.
    for (const thing of detections.filter(({ doubt }) => doubt === 'animal'))
      expect(
        findingsOf(seed).detections.some((one) => one.class === 'animal' && one.frame === thing.frame),
        what,
      ).toBe(true)
  }
  for (const code of [
    'person-detected',
    'vehicle-moved',
    'cycle-present',
    'object-detected',
    'nothing-moved',
    'nothing-detected',
    'below-threshold',
    'below-learnt-threshold',
    'only-masked',
    'only-static',
    'animal-only',
    'not-wanted',
    'decode-failed',
  ])
    expect(met.get(code) ?? 0, code).toBeGreaterThan(20)
})

test('a cat that a model also classifies as a person is shown as an animal, and the person as doubted', () => {
  const cat = detection({ class: 'animal', score: 0.8, counted: false })
  const person = detection({ score: 0.32 })
  const view = { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'] as ObjectClass[], sensitivity: 3 as const }
  const facts = {
    ...findingsOf(1),
    detections: [cat, person],
    problems: [],
    view,
    nothingMoved: false,
    models: [named('centernet')],
    shift: 0,
  }
  const decision = decide(facts, parameters)
  expect(decision.reasons[0]).toEqual({ code: 'animal-only' })
  const judged = { all: [cat, person], wantedClasses: view.wantedClasses, decision }
  expect([cat, person].map((thing) => doubtOf(thing, judged, parameters))).toEqual(['unwanted', 'animal'])
})
