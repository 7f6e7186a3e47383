import {
  deleteProject,
  deleteSite,
  deleteView,
  restoreNode,
  updateProject,
  updateSite,
  updateView,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import type { NodeKind } from '../model/selection.ts'
import { refreshNode } from './tree-queries.ts'

/** A node with the ids of its ancestors. */
export interface NodeRef {
  kind: NodeKind
  id: string
  name: string
  projectId: string
  siteId: string | null
}

const REMOVE = { project: deleteProject, site: deleteSite, view: deleteView } as const
const RENAME = { project: updateProject, site: updateSite, view: updateView } as const
/** The time for which a deletion can be undone, in milliseconds: long enough to notice a mistake. */
const UNDO_MS = 15_000

const placeOf = ({ kind, id, projectId, siteId }: NodeRef) => ({
  projectId,
  siteId: kind === 'site' ? id : siteId,
  viewId: kind === 'view' ? id : null,
})

/** Renames and deletes nodes of the tree; deletion can be undone. */
export function useNodeActions() {
  const { t } = useTranslation(['clients', 'common', 'errors'])
  const queries = useQueryClient()
  const refresh = (node: NodeRef) => refreshNode(queries, placeOf(node))

  const restore = async (node: NodeRef) => {
    try {
      await callAcrossLogin(restoreNode, { params: { id: node.id } })
      await refresh(node)
      showToast({ type: 'success', message: t('deleted.restored', { name: node.name }) })
    } catch (error) {
      handleError(error)
    }
  }

  /** Says that the user may not rename this node. */
  const refuseRename = (kind: NodeKind) =>
    showToast({ type: 'error', title: t('errors:title.error'), message: t(`tree.renameRefused.${kind}`) })

  return {
    refuseRename,
    /** Rethrows the server's error so that a dialog stays open; the error was already shown. */
    async remove(node: NodeRef): Promise<void> {
      try {
        await callAcrossLogin(REMOVE[node.kind], { params: { id: node.id } })
      } catch (error) {
        handleError(error)
        throw error
      }
      showToast({
        message: t(`deleted.${node.kind}`, { name: node.name }),
        duration: UNDO_MS,
        actions: [{ label: t('common:undo'), run: () => void restore(node) }],
      })
    },
    refresh,
    /** Resolves to false when the name did not change. */
    async rename(node: NodeRef, name: string): Promise<boolean> {
      try {
        await callAcrossLogin(RENAME[node.kind], {
          params: { id: node.id },
          body: { name, basedOn: { name: node.name } },
        })
        await refresh(node)
        return true
      } catch (error) {
        if (error instanceof RequestError && (error.status === 403 || error.status === 404)) refuseRename(node.kind)
        else handleError(error)
        return false
      }
    },
  }
}

export type NodeActions = ReturnType<typeof useNodeActions>
