import type { AlarmRow } from '@winnow/contract'
import type { TFunction } from 'i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { dismissToast, showToast } from '../../../ui/toasts/toast-store.ts'
import type { Kept, Label, UnsentLabel } from '../model/label-queue.ts'
import { labelQueue } from './labelling.ts'
import { LABEL_TOAST, lastAct, undoLabel } from './last-label.ts'

/** The most alarms that a toast names. More are counted. */
const NAMED = 3

/** What the toasts about labels need of the screen. */
export interface LabelToastTools {
  t: TFunction<['alarms', 'common']>
  word: (label: Label) => string
  errorText: (error: unknown) => string
  /** Names an alarm: its camera and time. */
  nameOf: (row: AlarmRow) => string
  onShow: (alarmId: string) => void
}

const undoOf = ({ t }: LabelToastTools) => ({ label: t('common:undo'), run: undoLabel })
const showOf = ({ t, onShow }: LabelToastTools, alarmId: string) => ({
  label: t('label.show'),
  run: () => onShow(alarmId),
})

/** Says how many alarms were labelled. */
export const doneText = (t: LabelToastTools['t'], to: Label, count: number): string =>
  t(to === null ? 'picked.cleared' : to ? 'picked.markedTrue' : 'picked.markedFalse', { count })

/** All labels of an act have their answer. Only the last act is told, since that is undone first. */
function tellFinished(tools: LabelToastTools, { act, undoes }: UnsentLabel): void {
  const { t } = tools
  const last = lastAct()
  if (last === undefined || last.act !== act || undoes) return
  const { to, before, conflicts, isOfMany } = last
  const [conflict] = conflicts
  // The conflict of a single label has its own toast.
  if (!isOfMany && conflict !== undefined) return
  const done = isOfMany
    ? doneText(t, to, before.length)
    : t(to === null ? 'label.doneNone' : to ? 'label.doneTrue' : 'label.doneFalse')
  const words = conflict === undefined ? [done] : [done, t('picked.conflicts', { count: conflicts.length })]
  showToast({
    id: LABEL_TOAST,
    type: conflict === undefined ? 'success' : 'warning',
    message: (before.length === 0 ? words.slice(1) : words).join('. '),
    actions: [
      ...(before.length === 0 ? [] : [undoOf(tools)]),
      ...(conflict === undefined ? [] : [showOf(tools, conflict)]),
    ],
  })
}

/** The toasts about labels. One id for all that tell of success or delay, so that they do not pile up. */
export function labelToasts(tools: LabelToastTools) {
  const { t, word, errorText } = tools
  return {
    finished: (label: UnsentLabel) => tellFinished(tools, label),
    kept(alarmId: string, why: Kept, error: unknown): void {
      const label = word(labelQueue.pending().get(alarmId) ?? null)
      const isOfLast = lastAct()?.before.some((before) => before.alarmId === alarmId) ?? false
      showToast({
        id: LABEL_TOAST,
        type: why === 'later' ? 'warning' : 'error',
        message: t(why === 'later' ? 'label.keptOffline' : 'label.keptTrouble', { label }),
        ...(error instanceof RequestError ? { requestId: error.requestId } : {}),
        ...(isOfLast ? { actions: [undoOf(tools)] } : {}),
      })
    },
    /** `openId`: the alarm on screen, which shows its conflict itself. */
    conflict({ alarmId, to }: UnsentLabel, openId: string | null): void {
      const last = lastAct()
      // Conflicts of an act for many alarms are told together at its end.
      if (last?.isOfMany === true && last.conflicts.includes(alarmId)) return
      dismissToast(LABEL_TOAST)
      if (alarmId === openId) return
      showToast({
        id: `conflict-${alarmId}`,
        type: 'warning',
        message: t('label.conflictElsewhere', { mine: word(to) }),
        actions: [showOf(tools, alarmId)],
      })
    },
    refused(error: unknown): void {
      dismissToast(LABEL_TOAST)
      showToast({ type: 'error', message: t('label.failed', { reason: errorText(error) }) })
    },
    /** An act was taken back, but these alarms have a newer label, which stays. */
    stayed(rows: readonly AlarmRow[]): void {
      const [first] = rows
      if (first === undefined) return
      const named = rows.slice(0, NAMED).map(tools.nameOf).join(', ')
      const names = rows.length > NAMED ? t('picked.namesMore', { names: named, count: rows.length - NAMED }) : named
      showToast({
        id: LABEL_TOAST,
        type: 'warning',
        message: t('picked.undoKept', { count: rows.length, names }),
        actions: [showOf(tools, first.id)],
      })
    },
  }
}
