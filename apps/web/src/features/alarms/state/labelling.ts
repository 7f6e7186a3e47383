import { labelAlarm, type Alarm } from '@winnow/contract'
import { ConnectionError, RequestError } from '../../../lib/api/api-errors.ts'
import { connectionStore } from '../../../lib/api/connection.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { beforeLeaving } from '../../../lib/session/before-leaving.ts'
import { createUserStore, onUserGone } from '../../../lib/session/create-user-store.ts'
import { createLabelQueue, type Label, type LabelFailure } from '../model/label-queue.ts'
import { openLists } from './feed-cache.ts'
import { schedule } from './schedule.ts'

/** What a label that was refused or met another one left behind. */
export interface LabelEvents {
  settled: (alarm: Alarm) => void
  conflict: (alarmId: string, wanted: Label) => void
  refused: (alarmId: string, error: unknown) => void
}

const listeners = new Set<LabelEvents>()

/** Hears what becomes of labels while a screen can show it. */
export function onLabels(events: LabelEvents): () => void {
  listeners.add(events)
  return () => {
    listeners.delete(events)
  }
}

/** Alarms whose label met another operator's, with the label chosen here. */
export const conflictsStore = createUserStore<ReadonlyMap<string, Label>>(new Map())

/** Forgets a conflict: it was decided. */
export function resolveConflict(alarmId: string): void {
  conflictsStore.set((conflicts) => new Map([...conflicts].filter(([id]) => id !== alarmId)))
}

/** Says how a failed label goes on: a conflict is for people, an unreachable server for later. */
function labelFailureOf(error: unknown): LabelFailure {
  if (error instanceof ConnectionError) return 'later'
  if (!(error instanceof RequestError)) return 'refused'
  if (error.status === 409) return 'conflict'
  return error.status === 429 || error.status >= 500 ? 'later' : 'refused'
}

/** All labels on their way. It belongs to the page, not to the screen: leaving the screen must not lose a label. */
export const labelQueue = createLabelQueue({
  send: (id, body) => callAcrossLogin(labelAlarm, { params: { id }, body }),
  failureOf: labelFailureOf,
  schedule,
  onSettled(alarm) {
    for (const { feed } of openLists()) feed.settle(alarm)
    for (const listener of listeners) listener.settled(alarm)
  },
  onConflict(alarmId, wanted) {
    conflictsStore.set((conflicts) => new Map(conflicts).set(alarmId, wanted))
    for (const listener of listeners) listener.conflict(alarmId, wanted)
  },
  onRefused(alarmId, error) {
    for (const listener of listeners) listener.refused(alarmId, error)
  },
})

connectionStore.subscribe(() => {
  if (connectionStore.get() === 'ok') labelQueue.retryNow()
})
globalThis.addEventListener?.('online', () => labelQueue.retryNow())
beforeLeaving(() => labelQueue.sent())
onUserGone(() => labelQueue.forget())
// A label that has not reached the server is lost with the page, so the browser asks first.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (labelQueue.pending().size > 0) event.preventDefault()
})
