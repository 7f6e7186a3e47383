import { type Alarm, markAlarmViewed } from '@winnow/contract'
import { useEffect } from 'react'
import { call } from '../../../lib/api/call.ts'
import { picturesOf } from '../model/prefetch-plan.ts'

/**
 * Reports to the audit log that a user views an alarm's pictures. Prefetching is not a view. The server records at most one view an hour.
 * Failures are ignored.
 */
export function useLook(alarm: Alarm | undefined): void {
  const id = alarm !== undefined && picturesOf(alarm.frames).length > 0 ? alarm.id : undefined
  useEffect(() => {
    if (id !== undefined) void call(markAlarmViewed, { params: { id } }).catch(() => undefined)
  }, [id])
}
