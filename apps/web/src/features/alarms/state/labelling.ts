import { labelAlarm, type Alarm } from '@winnow/contract'
import { z } from 'zod'
import { ConnectionError, isFromBetween, RequestError } from '../../../lib/api/api-errors.ts'
import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { beforeLeaving } from '../../../lib/session/before-leaving.ts'
import { createUserStore } from '../../../lib/session/create-user-store.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createUnsent, leftUnsentStore } from '../../../lib/session/unsent.ts'
import { createLabelQueue, type Kept, type Label, type LabelFailure } from '../model/label-queue.ts'
import { openLists } from './feed-cache.ts'
import { schedule } from '../../../lib/schedule.ts'

/** Callbacks for refused, conflicting and delayed labels. */
export interface LabelEvents {
  settled: (alarm: Alarm) => void
  conflict: (alarmId: string, wanted: Label) => void
  refused: (alarmId: string, error: unknown) => void
  /** Called when sending a label failed and will be retried. */
  kept: (alarmId: string, why: Kept, error: unknown) => void
}

const listeners = new Set<LabelEvents>()

/** Registers callbacks for the results of labels while a screen can show them. */
export function onLabels(events: LabelEvents): () => void {
  listeners.add(events)
  return () => {
    listeners.delete(events)
  }
}

/** The labels chosen here of all alarms with a conflict, by alarm id. */
export const conflictsStore = createUserStore<ReadonlyMap<string, Label>>(new Map())

/** Removes a conflict after it was decided. */
export function resolveConflict(alarmId: string): void {
  conflictsStore.set((conflicts) => new Map([...conflicts].filter(([id]) => id !== alarmId)))
}

/** Classifies a failed label: a conflict needs a person, an unreachable server a retry. */
function labelFailureOf(error: unknown): LabelFailure {
  if (error instanceof ConnectionError || isFromBetween(error)) return 'later'
  if (!(error instanceof RequestError)) return 'refused'
  if (error.status === 409) return 'conflict'
  if (error.status === 429 || error.status === 503) return 'later'
  return error.status >= 500 ? 'trouble' : 'refused'
}

const unsent = createUnsent(
  'labels',
  z.object({ alarmId: z.string(), to: z.boolean().nullable(), expected: z.boolean().nullable() }),
)
let owner: string | undefined

/** Removes a stored label that was confirmed after its user had logged out. It must not be sent again at their next login. */
function confirmLate(userId: string, alarmId: string, to: Label): void {
  unsent.write(
    userId,
    unsent.read(userId).filter((label) => label.alarmId !== alarmId || label.to !== to),
  )
}

/** All unsent labels. Owned by the page, not the screen: leaving the screen must not lose a label. */
export const labelQueue = createLabelQueue({
  async send(id, body) {
    const sender = owner
    const alarm = await callAcrossLogin(labelAlarm, { params: { id }, body })
    if (sender !== undefined && sender !== owner) confirmLate(sender, id, body.groundTruth)
    return alarm
  },
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
  onKept(alarmId, why, error) {
    for (const listener of listeners) listener.kept(alarmId, why, error)
  },
  remember(labels) {
    if (owner !== undefined) unsent.write(owner, labels)
  },
})

function follow(userId: string | undefined) {
  if (userId === owner) return
  if (owner !== undefined) {
    leftUnsentStore.set((count) => count + labelQueue.pending().size)
    labelQueue.forget()
  }
  owner = userId
  if (userId !== undefined) {
    labelQueue.adopt(unsent.read(userId))
  }
}

follow(sessionStore.get().user?.id)
sessionStore.subscribe(() => follow(sessionStore.get().user?.id))
onConnectionBack(() => labelQueue.retryNow())
beforeLeaving(() => labelQueue.sent())
// Unsent labels are stored and sent when the page is opened again. Until then other operators do not see them, so the browser warns.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (labelQueue.pending().size > 0) event.preventDefault()
})
