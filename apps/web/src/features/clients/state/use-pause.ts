import { pauseSite, pauseView, type BodyOf, type DetailedSite, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { nodeQuery, refreshNode } from './tree-queries.ts'

/** A site or camera that can be paused. */
export interface Pausable {
  kind: 'site' | 'view'
  id: string
  name: string
}

/** Pauses sites and cameras, and ends pauses. */
export function usePause() {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function send(node: Pausable, body: BodyOf<typeof pauseSite>): Promise<void> {
    const params = { id: node.id }
    if (node.kind === 'site') {
      const site: DetailedSite = await callAcrossLogin(pauseSite, { params, body })
      queries.setQueryData(nodeQuery('site', node.id).queryKey, site)
      await refreshNode(queries, { projectId: site.projectId, siteId: site.id, viewId: null })
    } else {
      const view: View = await callAcrossLogin(pauseView, { params, body })
      queries.setQueryData(nodeQuery('view', node.id).queryKey, view)
      await refreshNode(queries, { projectId: view.clientId, siteId: view.siteId, viewId: view.id })
    }
  }

  return {
    isBusy,
    /** Rethrows the server's error, for the form to show. */
    start: async (node: Pausable, body: BodyOf<typeof pauseSite>): Promise<void> => {
      await send(node, body)
      showToast({ type: 'success', message: t('override.started', { name: node.name }) })
    },
    cancel: async (node: Pausable): Promise<void> => {
      setBusy(true)
      try {
        await send(node, { pauseEndTime: null })
        showToast({ type: 'success', message: t('override.ended', { name: node.name }) })
      } catch (error) {
        handleError(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
