import type { LabelledAlarm } from './read-manifest.ts'

/** One alarm of a story: a labelled alarm as it is, or its first picture taken again with nothing moved. */
export interface Step {
  name: 'comes back' | 'moves' | 'another alarm' | 'gone'
  alarm: LabelledAlarm
  isTrue: boolean
}

/** Alarms in which nothing has changed: what stands there is known after two of them, what looks like a person after three and an hour. */
const TIMES_BACK = 5
/** True alarms of the same camera that follow. */
const OTHERS = 2

/** So many of a list, from its first to its last, equally far apart. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))]!)
}

/**
 * The alarms to tell stories of: those of cameras that saw something true, at most `most` of each, and all that are named as standing.
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
 * What a camera sends when the scene of an alarm stays as its first picture shows it, so that whoever is on it is taken for a statue and
 * each car for parked: the same scene again and again; then the alarm as it was, in which they move; other true alarms of the camera;
 * the same scene once more; and a picture of the camera with nothing in it, where there is one.
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
