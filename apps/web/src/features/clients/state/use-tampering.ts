import { activateTampering, deactivateTampering, type View } from '@winnow/contract'
import { isFeatureOpen } from '@winnow/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { refreshNode } from './tree-queries.ts'

/** Whether the features of the user's company include tampering, and tampering of cameras that turn. */
export function useTamperingFeatures(): { fixed: boolean; turning: boolean } {
  const { unlocks } = useUser().company
  return { fixed: isFeatureOpen('tampering', unlocks), turning: isFeatureOpen('tamperingPtz', unlocks) }
}

/** Marks one camera as watched for tampering, or not. The camera is loaded again, also after an error, which is thrown. */
export function useSwitchTampering(view: View) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<boolean>()
  return {
    /** What it is being switched to. */
    busy,
    switchTo: async (isOn: boolean): Promise<void> => {
      setBusy(isOn)
      try {
        const body = { viewIds: [view.id], asBackgroundJob: false }
        await callAcrossLogin(isOn ? activateTampering : deactivateTampering, { body })
      } finally {
        await refreshNode(queries, { projectId: view.clientId, siteId: view.siteId, viewId: view.id })
        setBusy(undefined)
      }
    },
  }
}
