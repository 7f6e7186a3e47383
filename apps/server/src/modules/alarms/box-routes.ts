import { setBoxes } from '@winnow/contract'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { listFrames } from './get-alarm.ts'
import { touchAlarm } from './touch-alarm.ts'

export function registerBoxes(register: Register): void {
  register.write(setBoxes, async ({ tx, actor, params: { id, frame: position }, body: { boxes }, now, audit }) => {
    const frame = tx.selectFrom('frame').where('alarm_id', '=', id).where('position', '=', position)
    const before = await frame.select(['kind', 'boxes']).forUpdate().executeTakeFirst()
    // A clip is shown by the frames that were cut from it.
    if (!before || before.kind === 'clip') throw notFound()
    const set = boxes && { boxes: JSON.stringify(boxes), boxes_by: actor.name, boxes_at: now }
    await tx
      .updateTable('frame')
      .set(set ?? { boxes: null, boxes_by: null, boxes_at: null })
      .where('alarm_id', '=', id)
      .where('position', '=', position)
      .execute()
    await audit({
      action: 'alarm.boxes-set',
      objectType: 'alarm',
      objectId: id,
      before: { frame: position, boxes: before.boxes },
      after: { frame: position, boxes },
    })
    await touchAlarm(tx, actor.companyId, id)
    return listFrames(tx, id)
  })
}
