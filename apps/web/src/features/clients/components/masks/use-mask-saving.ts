import { listMaskHistory, setViewMasks, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { crossedAreas, editMasks } from '../../model/mask-editor.ts'
import type { Polygon } from '../../model/mask-geometry.ts'
import { openWith } from '../../model/proposed-area.ts'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const writable = (masks: readonly Polygon[]) => masks.map((mask) => [...mask])

interface MaskSaving {
  alarmId: string | undefined
  /** Areas to begin with. They can be undone. */
  proposed: readonly Polygon[]
  onSaved: () => void
}

/** Holds the masks of a camera while they are edited, and saves them. */
export function useMaskSaving(view: View, { alarmId, proposed, onSaved }: MaskSaving) {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const [base, setBase] = useState<readonly Polygon[]>(view.mask)
  const [restored, setRestored] = useState<readonly Polygon[]>()
  const [state, act] = useReducer(editMasks, view.mask, (masks) => openWith(masks, proposed))
  const dirty = !isSame(state.masks, base) || state.drawing !== null
  if (!isSame(base, view.mask) && !dirty) {
    // A colleague changed the masks while nothing was drawn here.
    setBase(view.mask)
    act({ type: 'reset', masks: view.mask })
  }
  const call = useOperation(setViewMasks, {
    inlineErrors: true,
    invalidates: [listMaskHistory],
    onSuccess: async (saved) => {
      queries.setQueryData(nodeQuery('view', saved.id).queryKey, saved)
      setBase(saved.mask)
      act({ type: 'reset', masks: saved.mask })
      onSaved()
      showToast({ type: 'success', message: t('masks.saved') })
      await refreshNode(queries, { projectId: saved.clientId, siteId: saved.siteId, viewId: saved.id })
    },
    onError: (error) => {
      // Shows the masks of the colleague who was faster.
      if (error instanceof RequestError && error.code === 'CONFLICT')
        void queries.invalidateQueries({ queryKey: nodeQuery('view', view.id).queryKey })
    },
  })
  const toServer = () => {
    call.reset()
    setBase(view.mask)
    act({ type: 'reset', masks: view.mask })
  }
  return {
    state,
    act,
    dirty,
    saving: call.isPending,
    // A conflict is not shown as an error, because the notice about the colleague's masks explains it.
    error: call.error instanceof RequestError && call.error.code === 'CONFLICT' ? null : call.error,
    /** Whether a colleague has changed the masks that are edited here. */
    overtaken: dirty && !isSame(base, view.mask),
    crossed: crossedAreas(state.masks),
    /** Discards the unsaved changes. */
    discard: toServer,
    /** Keeps the unsaved changes. Saving them replaces the colleague's masks. */
    keepMine: () => setBase(view.mask),
    restore: (masks: readonly Polygon[]) => {
      setRestored(masks)
      act({ type: 'replace', masks })
    },
    save: () =>
      call.mutate({
        params: { id: view.id },
        body: {
          mask: writable(state.masks),
          basedOn: writable(base),
          ...(alarmId === undefined ? {} : { alarmId }),
          ...(restored && isSame(restored, state.masks) ? { restored: true } : {}),
        },
      }),
  }
}
