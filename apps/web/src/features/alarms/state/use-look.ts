import { type Alarm, markAlarmViewed } from '@winnow/contract'
import { useEffect } from 'react'
import { call } from '../../../lib/api/call.ts'
import { schedule } from '../../../lib/schedule.ts'
import { picturesOf } from '../model/prefetch-plan.ts'

/** By then the pictures are painted, which the request would delay. */
const PAINTED_MS = 100

/**
 * Reports to the audit log that a user views an alarm's pictures. Prefetching is not a view. The server records at most one view an hour.
 * Failures are ignored.
 */
export function useLook(alarm: Alarm | undefined): void {
  const id = alarm !== undefined && picturesOf(alarm.frames).length > 0 ? alarm.id : undefined
  useEffect(() => {
    // Not called off: a picture that was shown for a moment was seen.
    if (id !== undefined)
      schedule(() => void call(markAlarmViewed, { params: { id } }).catch(() => undefined), PAINTED_MS)
  }, [id])
}
