import type { AlarmRow } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { createUserStore } from '../../../lib/session/create-user-store.ts'
import { useErrorText } from '../../../ui/error-text.ts'
import { dismissToast, showToast } from '../../../ui/toasts/toast-store.ts'
import type { Label } from '../model/label-queue.ts'
import { labelQueue, onLabels, resolveConflict } from './labelling.ts'
import { alarmQuery, putAlarm } from './use-alarm.ts'

/** One toast for all labels, so that they do not pile up. */
const TOAST = 'alarm-label'

/** The last label, for undo. */
const lastLabelStore = createUserStore<{ alarmId: string; from: Label; to: Label } | null>(null)

/** A label as a word. */
export function useLabelWord(): (label: Label) => string {
  const { t } = useTranslation('alarms')
  return useCallback((label) => (label === null ? t('label.none') : t(label ? 'label.true' : 'label.false')), [t])
}

/** Returns the displayed label: the unsent label or, if there is none, the label on the server. */
function shownLabel(alarm: Pick<AlarmRow, 'id' | 'groundTruth'>): Label {
  const pending = labelQueue.pending()
  return pending.has(alarm.id) ? (pending.get(alarm.id) ?? null) : alarm.groundTruth
}

const shownPending = (alarmId: string): Label => labelQueue.pending().get(alarmId) ?? null

/** Undoes the last label. */
export function undoLabel(): void {
  const last = lastLabelStore.get()
  if (last === null) return
  lastLabelStore.set(null)
  dismissToast(TOAST)
  labelQueue.choose(last.alarmId, last.from, last.to)
}

/** Whether a label can be undone. */
export const canUndoLabel = () => lastLabelStore.get() !== null

/** Provides labelling with undo. Labels are shown at once and sent in order. */
export function useLabels() {
  return useMemo(() => {
    const choose = (alarm: Pick<AlarmRow, 'id' | 'groundTruth'>, to: Label) => {
      const from = shownLabel(alarm)
      resolveConflict(alarm.id)
      if (to === from) return
      lastLabelStore.set({ alarmId: alarm.id, from, to })
      // The toast of the previous label does not apply to this one. Success is shown once the server has confirmed it.
      dismissToast(TOAST)
      labelQueue.choose(alarm.id, to, from)
    }
    return { choose, keepTheirs: resolveConflict }
  }, [])
}

/** Handles the server's replies to labels: a reply replaces the displayed label, and conflicts are reported. */
export function useLabelOutcomes(openId: string | null, onShow: (id: string) => void): void {
  const { t } = useTranslation(['alarms', 'common'])
  const queries = useQueryClient()
  const errorText = useErrorText()
  const word = useLabelWord()
  useEffect(
    () =>
      onLabels({
        settled(alarm) {
          putAlarm(queries, alarm)
          const last = lastLabelStore.get()
          if (last?.alarmId !== alarm.id || labelQueue.has(alarm.id)) return
          const { to } = last
          showToast({
            id: TOAST,
            type: 'success',
            message: t(to === null ? 'label.doneNone' : to ? 'label.doneTrue' : 'label.doneFalse'),
            actions: [{ label: t('common:undo'), run: undoLabel }],
          })
        },
        kept(alarmId, why, error) {
          showToast({
            id: TOAST,
            type: why === 'later' ? 'warning' : 'error',
            message: t(why === 'later' ? 'label.keptOffline' : 'label.keptTrouble', {
              label: word(shownPending(alarmId)),
            }),
            ...(error instanceof RequestError ? { requestId: error.requestId } : {}),
            ...(lastLabelStore.get()?.alarmId === alarmId
              ? { actions: [{ label: t('common:undo'), run: undoLabel }] }
              : {}),
          })
        },
        conflict(alarmId, wanted) {
          dismissToast(TOAST)
          if (lastLabelStore.get()?.alarmId === alarmId) lastLabelStore.set(null)
          void queries.invalidateQueries({ queryKey: alarmQuery(alarmId).queryKey })
          if (alarmId === openId) return
          showToast({
            id: `conflict-${alarmId}`,
            type: 'warning',
            message: t('label.conflictElsewhere', { mine: word(wanted) }),
            actions: [{ label: t('label.show'), run: () => onShow(alarmId) }],
          })
        },
        refused(alarmId, error) {
          dismissToast(TOAST)
          if (lastLabelStore.get()?.alarmId === alarmId) lastLabelStore.set(null)
          showToast({ type: 'error', message: t('label.failed', { reason: errorText(error) }) })
        },
      }),
    [queries, openId, onShow, t, errorText, word],
  )
}
