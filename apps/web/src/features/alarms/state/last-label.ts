import { reasonsFor, type AlarmRow } from '@winnow/contract'
import { newUuid } from '../../../lib/new-uuid.ts'
import { createUserStore } from '../../../lib/session/create-user-store.ts'
import { dismissToast } from '../../../ui/toasts/toast-store.ts'
import type { Label, Reason, UnsentLabel } from '../model/label-queue.ts'
import { conflictsStore, labelQueue, onLabels, resolveConflict } from './labelling.ts'

/** One toast for all labels, so that they do not pile up. */
export const LABEL_TOAST = 'alarm-label'

/** The fields of a row that a label concerns. */
export type Labelled = Pick<AlarmRow, 'id' | 'groundTruth' | 'labelReason'>

/** What an alarm had before the last act of labelling. */
interface Before {
  alarmId: string
  from: Label
  reason: Reason
}

/** An act of labelling, for undo. */
interface Act {
  act: string
  to: Label
  before: readonly Before[]
  /** Whether it was for several alarms. */
  isOfMany: boolean
  /** Alarms that somebody else has labelled differently meanwhile. They keep that label. */
  conflicts: readonly string[]
}

/** The most acts that can be undone one after the other. */
const MOST_ACTS = 20

/** The last acts of labelling that can be undone, the newest at the end. */
const actsStore = createUserStore<readonly Act[]>([])

/** The last act of labelling, if it can be undone. */
export const lastAct = (): Act | undefined => actsStore.get().at(-1)

/** Whether a label can be undone. */
export const canUndoLabel = () => actsStore.get().some(({ before }) => before.length > 0)

/** Remembers an act, so that it can be undone. */
export function rememberAct(act: string, to: Label, before: readonly Before[]): void {
  if (before.length === 0) return
  const added: Act = { act, to, before, isOfMany: before.length > 1, conflicts: [] }
  actsStore.set((acts) => [...acts, added].slice(-MOST_ACTS))
}

/** Takes alarms that were not labelled out of the acts: no undo concerns them. */
function leaveOut(alarmIds: readonly string[], isConflict: boolean): void {
  const isOut = ({ alarmId }: Before) => alarmIds.includes(alarmId)
  if (!actsStore.get().some(({ before }) => before.some(isOut))) return
  actsStore.set((acts) =>
    acts
      .map((act) => {
        const out = act.before.filter(isOut).map(({ alarmId }) => alarmId)
        const conflicts = isConflict ? [...act.conflicts, ...out] : act.conflicts
        return { ...act, before: act.before.filter((each) => !isOut(each)), conflicts }
      })
      .filter(({ before, conflicts }) => before.length + conflicts.length > 0),
  )
}

onLabels({
  conflict: ({ alarmId }) => leaveOut([alarmId], true),
  refused: (alarmIds) => leaveOut(alarmIds, false),
})

/** Returns the displayed label: the unsent label or, if there is none, the label on the server. */
export function shownLabel(alarm: Labelled): { label: Label; reason: Reason } {
  const pending = labelQueue.pending()
  return pending.has(alarm.id)
    ? { label: pending.get(alarm.id) ?? null, reason: labelQueue.reasons().get(alarm.id) ?? null }
    : { label: alarm.groundTruth, reason: alarm.labelReason }
}

/** Labels that were chosen over the same label are sent together, so they are brought together here. */
const LABELS: readonly Label[] = [null, true, false]
const byLabel = (a: Before, b: Before) => LABELS.indexOf(a.from) - LABELS.indexOf(b.from)

/**
 * Labels one or many alarms in one act, which is undone as one. The labels show at once; success is told once the server has confirmed all
 * of them. Alarms that have the label and the reason already stay as they are, and so do those that somebody else has labelled meanwhile. An
 * open conflict is decided only at its alarm, which shows both labels: among many alarms it stays one.
 */
export function labelTogether(alarms: readonly Labelled[], to: Label, reason: Reason = null): void {
  const isOfMany = alarms.length > 1
  const changed = alarms.flatMap((alarm) => {
    const shown = shownLabel(alarm)
    const conflict = conflictsStore.get().get(alarm.id)
    // Sent with the label that its user had seen, so that the server refuses it again unless both agree by now.
    if (isOfMany && conflict) return [{ alarmId: alarm.id, from: conflict.wanted.expected, reason: null }]
    resolveConflict(alarm.id)
    return shown.label === to && (reason === null || shown.reason === reason)
      ? []
      : [{ alarmId: alarm.id, from: shown.label, reason: shown.reason }]
  })
  if (changed.length === 0) return
  const before = changed.toSorted(byLabel)
  const act = newUuid()
  rememberAct(act, to, before)
  // The toast of the previous label does not apply to this one.
  dismissToast(LABEL_TOAST)
  labelQueue.choose(before.map(({ alarmId, from }) => ({ alarmId, to, reason, expected: from, act })))
}

/**
 * Labels alarms by a digit key, with the reason at that place. Alarms that are not all labelled true get the label false.
 * @returns whether the digit has a reason
 */
export function labelByDigit(alarms: readonly Labelled[], digit: number): boolean {
  const truth = alarms.length > 0 && alarms.every((alarm) => shownLabel(alarm).label === true)
  const reason = reasonsFor(truth)[digit - 1]
  if (reason === undefined) return false
  labelTogether(alarms, truth, reason)
  return true
}

/** Gives the label that its user wanted, after they have seen the label that somebody else gave meanwhile. */
export function labelOver(wanted: UnsentLabel, theirs: { label: Label; reason: Reason }): void {
  const { alarmId, to, reason } = wanted
  const act = newUuid()
  resolveConflict(alarmId)
  rememberAct(act, to, [{ alarmId, from: theirs.label, reason: theirs.reason }])
  labelQueue.choose([{ alarmId, to, reason, expected: theirs.label, act }])
}

/** Undoes the last act of labelling that is not undone yet: each alarm has the label again that stood before. */
export function undoLabel(): void {
  const acts = actsStore.get()
  const at = acts.findLastIndex(({ before }) => before.length > 0)
  const last = acts[at]
  if (last === undefined) return
  actsStore.set(acts.slice(0, at))
  dismissToast(LABEL_TOAST)
  const { act, to, before } = last
  labelQueue.undo(before.map(({ alarmId, from, reason }) => ({ alarmId, to: from, reason, expected: to, act })))
}
