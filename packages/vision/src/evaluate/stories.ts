import type { LabelledAlarm } from './read-manifest.ts'

/** One alarm of a story: a labelled alarm unchanged, or its first picture repeated without motion. */
export interface Step {
  name: 'comes back' | 'moves' | 'another alarm' | 'gone'
  alarm: LabelledAlarm
  isTrue: boolean
}

/** Number of alarms without a change. A standing object is known after two of them, an apparent person after three and an hour. */
const TIMES_BACK = 5
/** Number of true alarms of the same camera that follow. */
const OTHERS = 2

/** Returns at most `most` elements of a list, evenly spaced from the first to the last. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))]!)
}

/**
 * Returns the alarms from which stories are made: at most `most` alarms of each camera that has a true alarm, and all alarms in which the
 * object stands still.
 */
export function subjectsOf(
  alarms: readonly LabelledAlarm[],
  standing: readonly LabelledAlarm[],
  most: number,
): LabelledAlarm[] {
  const cameras = [...Map.groupBy(alarms, ({ camera }) => camera).values()]
  const watched = cameras.filter((seen) => seen.some(({ isTrue }) => isTrue))
  return [...watched.flatMap((seen) => spread(seen, most)), ...standing]
}

/**
 * Creates a sequence of alarms that repeats the first picture of one alarm. The filter then learns the persons in it as statues and the
 * cars as parked. The steps are: the same scene several times, the original alarm with its motion, other true alarms of the camera, the
 * same scene once more, and an empty picture of the camera if there is one.
 */
export function storyOf(subject: LabelledAlarm, alarms: readonly LabelledAlarm[]): Step[] {
  const ofCamera = alarms.filter(({ camera, id }) => camera === subject.camera && id !== subject.id)
  const empty = ofCamera.find(({ isTrue }) => !isTrue)
  const back: Step = { name: 'comes back', alarm: subject, isTrue: false }
  const others = spread(
    ofCamera.filter(({ isTrue }) => isTrue),
    OTHERS,
  )
  return [
    ...Array.from({ length: TIMES_BACK }, () => back),
    ...(subject.isTrue && subject.files.length > 1 ? [{ name: 'moves' as const, alarm: subject, isTrue: true }] : []),
    ...others.map((alarm) => ({ name: 'another alarm' as const, alarm, isTrue: true })),
    back,
    ...(empty === undefined ? [] : [{ name: 'gone' as const, alarm: empty, isTrue: false }]),
  ]
}
