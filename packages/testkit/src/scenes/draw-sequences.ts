import type { createDrawnFiles, DrawnAlarm } from './drawn-files.ts'
import type { PersonKind, SceneKind } from './kinds.ts'
import { renderScene, type SceneOptions } from './render-scene.ts'

/** Objects that appear in alarm after alarm, with the names that the published figures use. */
const SUBJECTS: Readonly<Record<string, SceneKind>> = {
  'parked car': 'parked-car',
  statue: 'statue',
  flag: 'flag',
  web: 'web',
}
const STANDERS: readonly PersonKind[] = ['person-standing', 'person-crouching']
const WALKERS: readonly PersonKind[] = ['person-walking', 'person-running', 'person-approaching']
const SIZE = { width: 960, height: 540 }
const INTERVAL_MS = 1_000
/** Minutes from one alarm to the next. */
const APART = 25

/** Number of alarms until the daylight changes. */
const LIGHT_LASTS = 4

/** One alarm of a sequence. */
interface Step {
  name: string
  isTrue: boolean
  class: DrawnAlarm['class']
  scene: Partial<SceneOptions>
}

const quiet = (name: string, scene: Partial<SceneOptions> = {}): Step => ({ name, isTrue: false, class: 'none', scene })
const person = (name: string, alongside: PersonKind | undefined, scene: Partial<SceneOptions>): Step => ({
  name,
  isTrue: true,
  class: 'person',
  scene: { ...scene, ...(alongside === undefined ? {} : { alongside }) },
})

/**
 * The alarms of one camera, in this order: the object alone, five times and in changing light; a person beside the
 * object; persons in front of it; the object alone again; a car leaves; the empty place; the camera turned to another
 * place with a car; a person at that place.
 */
function storyOf(kind: SceneKind, number: number, frames: number): Step[] {
  const stander = STANDERS[number % STANDERS.length]
  const walker = WALKERS[number % WALKERS.length]
  const elsewhere = { kind: 'parked-car' as const, camera: `turned ${number}`, seed: number + 500 }
  // A single picture cannot show whether a car is parked or has just arrived, so after a turn such an alarm is true.
  const unknown = (name: string): Step =>
    frames > 1 ? quiet(name, elsewhere) : { name, isTrue: true, class: 'vehicle', scene: elsewhere }
  return [
    ...Array.from({ length: 5 }, () => quiet('there')),
    person('somebody beside', stander, { near: 'beside' }),
    person('somebody before', stander, { near: 'before' }),
    person('somebody passes', walker, { near: 'before' }),
    quiet('there'),
    ...(kind === 'parked-car' && frames > 1
      ? [{ name: 'leaves', isTrue: true, class: 'vehicle' as const, scene: { leaves: true } }]
      : []),
    quiet('gone', { kind: 'empty' }),
    ...(kind === 'parked-car' && frames === 1
      ? [{ name: 'another car', isTrue: true, class: 'vehicle' as const, scene: { seed: number + 900 } }]
      : []),
    unknown('camera turned'),
    unknown('camera turned'),
    person('somebody elsewhere', walker, elsewhere),
  ]
}

/**
 * Draws sequences of alarms, each of one camera: `each` sequences for every subject. Half of the sequences have alarms of one picture, the
 * others of `frames` pictures. Every fifth camera is an infrared camera.
 */
export async function drawSequences(
  files: ReturnType<typeof createDrawnFiles>,
  each: number,
  frames: number,
): Promise<void> {
  for (const [subject, kind] of Object.entries(SUBJECTS)) {
    for (let number = 0; number < each; number += 1) {
      const pictures = number % 2 === 0 ? frames : 1
      const night = number % 5 === 3
      for (const [index, step] of storyOf(kind, number, pictures).entries()) {
        const scene = await renderScene({
          kind,
          seed: number,
          camera: `sequence ${number}`,
          take: index,
          frames: pictures,
          intervalMs: INTERVAL_MS,
          night,
          sky: `sequence ${Math.floor(index / LIGHT_LASTS)}`,
          ...SIZE,
          ...step.scene,
        })
        const id = `sequence-${kind}-${String(number).padStart(2, '0')}-${String(index).padStart(2, '0')}`
        files.add({
          id,
          camera: `sequence-${kind}-${number}`,
          frames: scene,
          intervalMs: INTERVAL_MS,
          isTrue: step.isTrue,
          class: step.class,
          conditions: [subject, step.name, pictures > 1 ? 'several pictures' : 'one picture'],
          minutes: index * APART,
        })
      }
    }
  }
}
