import { type Alarm, getAlarm, getView, listAlarms, listCameras, takeSnapshot, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationKey, useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { useTestAlarm } from './use-test-alarm.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** What shows the latest picture of a camera: its page, the lists of cameras, and the editor of masks, which looks for alarms. */
const SHOWING = [getView, listCameras, listAlarms] as const

/** The latest picture of a camera, with the actions that renew it. */
export function useReferencePicture(view: View) {
  const queries = useQueryClient()
  const alarm = useOperationQuery(
    getAlarm,
    { params: { id: view.lastAlarmId ?? NO_ID } },
    { enabled: view.lastAlarmId !== null, quiet: true, keepPrevious: true },
  )
  const take = useOperation(takeSnapshot, { inlineErrors: true, invalidates: SHOWING })
  const upload = useTestAlarm(view)
  const uploadedId = upload.alarm?.id
  useEffect(() => {
    if (uploadedId === undefined) return
    for (const operation of SHOWING) void queries.invalidateQueries({ queryKey: operationKey(operation) })
  }, [queries, uploadedId])
  const shown: Alarm | undefined = view.lastAlarmId === null ? undefined : alarm.data
  return {
    /** The alarm that the picture belongs to. */
    alarm: shown,
    /** Undefined also if none of the alarm's pictures can be shown. */
    frame: shown?.frames.find(({ url }) => url !== null),
    error: alarm.error,
    reload: () => void alarm.refetch(),
    take,
    upload,
  }
}
