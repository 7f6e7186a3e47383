import type { Alarm, BodyOf, setBoxes } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'

type Drawn = NonNullable<BodyOf<typeof setBoxes>['boxes']>[number]

/** Boxes that people have set replace those that the analysis found on the same frame. */
export async function withDrawn(tx: Tx, alarmId: string, found: Alarm['detections']): Promise<Alarm['detections']> {
  const frames = await tx
    .selectFrom('frame')
    .select(['position', 'boxes', 'boxes_by'])
    .where('alarm_id', '=', alarmId)
    .where('boxes', 'is not', null)
    .orderBy('position')
    .execute()
  if (frames.length === 0) return found
  const drawn = frames.flatMap(({ position, boxes, boxes_by: setBy }) =>
    (boxes as unknown as Drawn[]).map(({ class: name, box }) => ({
      frame: position,
      class: name,
      label: name,
      score: 1,
      box,
      moved: null,
      masked: false,
      static: false,
      counted: true,
      doubt: null,
      model: 'person',
      setBy: setBy ?? '',
    })),
  )
  const replaced = new Set(frames.map(({ position }) => position))
  return [...found.filter(({ frame }) => !replaced.has(frame)), ...drawn]
}

/** Removes all boxes that people have set on an alarm. */
export async function removeDrawn(tx: Tx, alarmId: string): Promise<void> {
  await tx
    .updateTable('frame')
    .set({ boxes: null, boxes_by: null, boxes_at: null })
    .where('alarm_id', '=', alarmId)
    .where('boxes', 'is not', null)
    .execute()
}
