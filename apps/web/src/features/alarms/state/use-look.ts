import { type Alarm, markAlarmViewed } from '@winnow/contract'
import { useEffect } from 'react'
import { call } from '../../../lib/api/call.ts'
import { picturesOf } from '../model/prefetch-plan.ts'

/**
 * Tells the audit that an alarm's pictures are being looked at. They were fetched ahead, which is no look. The server counts one an
 * hour; a look that cannot be told is not worth disturbing whoever looks.
 */
export function useLook(alarm: Alarm | undefined): void {
  const id = alarm !== undefined && picturesOf(alarm.frames).length > 0 ? alarm.id : undefined
  useEffect(() => {
    if (id !== undefined) void call(markAlarmViewed, { params: { id } }).catch(() => undefined)
  }, [id])
}
