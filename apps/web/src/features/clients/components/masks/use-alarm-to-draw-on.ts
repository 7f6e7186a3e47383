import { getAlarm, listAlarms, type View } from '@winnow/contract'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'

/** How many alarms to search for a picture. */
const LOOKED_AT = 5
const NO_ID = '00000000-0000-0000-0000-000000000000'

const quiet = { quiet: true, staleTime: Number.POSITIVE_INFINITY }

/**
 * Returns the alarm whose picture is the background of the masks or zones.
 * @param wanted id of the alarm from which the editor was opened; ignored if it belongs to another camera or no longer exists
 */
export function useAlarmToDrawOn(view: View, wanted: string | undefined) {
  const asked = useOperationQuery(
    getAlarm,
    { params: { id: wanted ?? NO_ID } },
    { ...quiet, enabled: wanted !== undefined },
  )
  const isAskedFor = asked.data?.viewId === view.id && asked.data.frames.length > 0
  // The picture of a test alarm may come from anywhere. So areas are drawn on it only if the camera itself has sent no picture.
  const own = useOperationQuery(listAlarms, { query: { limit: LOOKED_AT }, body: { cameras: [view.id] } }, quiet)
  const latestId = own.data?.rows.find((row) => row.frameCount > 0)?.id ?? view.lastAlarmId
  const latest = useOperationQuery(
    getAlarm,
    { params: { id: latestId ?? NO_ID } },
    { ...quiet, enabled: latestId !== null && !own.isPending, keepPrevious: true },
  )
  const isAsking = wanted !== undefined && asked.isPending
  if (isAskedFor) return { alarm: asked.data, isPending: false }
  return { alarm: latest.data, isPending: isAsking || own.isPending || (latestId !== null && latest.isPending) }
}
