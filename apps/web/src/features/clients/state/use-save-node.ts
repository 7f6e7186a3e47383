import {
  getLastChange,
  type DetailedSite,
  type Project,
  updateProject,
  updateSite,
  updateView,
  type View,
} from '@winnow/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { operationKey, useOperation } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import type { NodeKind } from '../model/selection.ts'
import { nodeQuery, refreshNode } from './tree-queries.ts'

/** Loads a node anew after a save was refused because of somebody else's change, so that the form can show that change. */
async function showTheirs(queries: QueryClient, error: Error, kind: NodeKind, id: string): Promise<void> {
  if (!(error instanceof RequestError) || error.code !== 'CONFLICT') return
  await Promise.all([
    queries.invalidateQueries({ queryKey: nodeQuery(kind, id).queryKey }),
    queries.invalidateQueries({ queryKey: operationKey(getLastChange) }),
  ])
}

/** What follows a successful save: the pane shows the reply, the tree is refreshed, and a toast confirms it. */
function useSaved() {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const finish = async (place: Parameters<typeof refreshNode>[1]) => {
    showToast({ type: 'success', message: t('form.saved') })
    await refreshNode(queries, place)
  }
  return { queries, finish }
}

export function useSaveProject() {
  const { queries, finish } = useSaved()
  return useOperation(updateProject, {
    inlineErrors: true,
    onSuccess: (saved: Project) => {
      queries.setQueryData(nodeQuery('project', saved.id).queryKey, saved)
      return finish({ projectId: saved.id, siteId: null, viewId: null })
    },
    onError: (error, { params }) => showTheirs(queries, error, 'project', params.id),
  })
}

export function useSaveSite() {
  const { queries, finish } = useSaved()
  return useOperation(updateSite, {
    inlineErrors: true,
    onSuccess: (saved: DetailedSite) => {
      queries.setQueryData(nodeQuery('site', saved.id).queryKey, saved)
      return finish({ projectId: saved.projectId, siteId: saved.id, viewId: null })
    },
    onError: (error, { params }) => showTheirs(queries, error, 'site', params.id),
  })
}

export function useSaveView() {
  const { queries, finish } = useSaved()
  return useOperation(updateView, {
    inlineErrors: true,
    onSuccess: (saved: View) => {
      queries.setQueryData(nodeQuery('view', saved.id).queryKey, saved)
      return finish({ projectId: saved.clientId, siteId: saved.siteId, viewId: saved.id })
    },
    onError: (error, { params }) => showTheirs(queries, error, 'view', params.id),
  })
}
