import { ALL_LABEL_REASONS, type Alarm, type AlarmRow, type LabelConflict } from '@winnow/contract'
import { z } from 'zod'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { newUuid } from '../../../lib/new-uuid.ts'
import { schedule } from '../../../lib/schedule.ts'
import { beforeLeaving } from '../../../lib/session/before-leaving.ts'
import { createUserStore } from '../../../lib/session/create-user-store.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createUnsent, leftUnsentStore } from '../../../lib/session/unsent.ts'
import { createLabelQueue, unsentKey, type Kept, type UnsentLabel } from '../model/label-queue.ts'
import { openLists } from './feed-cache.ts'
import { labelFailureOf, sendLabels } from './send-labels.ts'

/** Callbacks for stored, refused, conflicting and delayed labels. */
export interface LabelEvents {
  /** Called when labels of one act were stored. `alarm`: the alarm as it is now, if it was one. */
  stored: (labels: readonly UnsentLabel[], alarm: Alarm | undefined) => void
  conflict: (wanted: UnsentLabel) => void
  refused: (alarmIds: readonly string[], error: unknown) => void
  /** Called when nothing of an act is left to be sent. `label` is one of its labels. */
  finished: (label: UnsentLabel) => void
  /** Called when an act was taken back, with the alarms whose label was changed since and stays. */
  stayed: (rows: readonly AlarmRow[]) => void
  /** Called when sending a label failed and will be retried. */
  kept: (alarmId: string, why: Kept, error: unknown) => void
}

const listeners = new Set<Partial<LabelEvents>>()

/** Registers callbacks for the results of labels. */
export function onLabels(events: Partial<LabelEvents>): () => void {
  listeners.add(events)
  return () => {
    listeners.delete(events)
  }
}

/** A label that was chosen here while somebody else labelled the alarm differently. */
export interface OpenConflict {
  wanted: UnsentLabel
  /** Both labels as the server told them. Null after a reload: the alarm says then what stands. */
  labels: LabelConflict | null
}

const unsentLabel = z.object({
  alarmId: z.string(),
  to: z.boolean().nullable(),
  reason: z.enum(ALL_LABEL_REASONS).nullable().default(null),
  expected: z.boolean().nullable(),
  act: z.string().default(newUuid),
  undoes: z.boolean().default(false),
})
const unsent = createUnsent('labels', unsentLabel)
const undecided = createUnsent('label-conflicts', unsentLabel)

/** All alarms with a conflict, by alarm id. Kept across a reload, since each is a label that its user wanted. */
export const conflictsStore = createUserStore<ReadonlyMap<string, OpenConflict>>(new Map())

let owner: string | undefined
/** The labels that this page has or had, by key. What other pages of the user have stored beside them stays stored. */
let known = new Set<string>()
/** The labels that this page has taken over from another one. */
let adopted = new Set<string>()
let lastAlarm: Alarm | undefined

function setConflicts(next: (conflicts: ReadonlyMap<string, OpenConflict>) => ReadonlyMap<string, OpenConflict>): void {
  conflictsStore.set(next)
  if (owner !== undefined)
    undecided.write(
      owner,
      [...conflictsStore.get().values()].map(({ wanted }) => wanted),
    )
}

/** Removes a conflict after it was decided. */
export function resolveConflict(alarmId: string): void {
  if (!conflictsStore.get().has(alarmId)) return
  setConflicts((conflicts) => new Map([...conflicts].filter(([id]) => id !== alarmId)))
}

/** Removes stored labels that were confirmed after their user had logged out. They must not be sent again at their next login. */
function confirmLate(userId: string, group: readonly UnsentLabel[]): void {
  const confirmed = new Set(group.map(unsentKey))
  unsent.write(
    userId,
    unsent.read(userId).filter((label) => !confirmed.has(unsentKey(label))),
  )
}

/** All unsent labels. Owned by the page, not the screen: leaving the screen must not lose a label. */
export const labelQueue = createLabelQueue({
  async send(group) {
    const sender = owner
    const { conflicts, gone, kept, rows, alarm } = await sendLabels(group, sender ?? '')
    if (sender !== owner) {
      if (sender !== undefined) confirmLate(sender, group)
      return { conflicts: [], gone: [] }
    }
    lastAlarm = alarm
    for (const { feed } of openLists()) for (const row of rows) feed.settle(row)
    const stay = new Set(kept)
    if (kept.length > 0) for (const listener of listeners) listener.stayed?.(rows.filter(({ id }) => stay.has(id)))
    return { conflicts, gone }
  },
  failureOf: labelFailureOf,
  schedule,
  onSettled(group) {
    for (const { alarmId } of group) resolveConflict(alarmId)
    for (const listener of listeners) listener.stored?.(group, lastAlarm)
  },
  onConflict(wanted, error) {
    const labels = error instanceof RequestError ? (error.labels ?? null) : null
    setConflicts((conflicts) => new Map(conflicts).set(wanted.alarmId, { wanted, labels }))
    for (const listener of listeners) listener.conflict?.(wanted)
  },
  onRefused(alarmIds, error = new RequestError(404, 'Not found', { code: 'NOT_FOUND' })) {
    for (const listener of listeners) listener.refused?.(alarmIds, error)
  },
  onFinished(label) {
    for (const listener of listeners) listener.finished?.(label)
  },
  onKept(alarmId, why, error) {
    for (const listener of listeners) listener.kept?.(alarmId, why, error)
  },
  remember(labels) {
    if (owner === undefined) return
    for (const label of labels) known.add(unsentKey(label))
    const ofOthers = unsent.read(owner).filter((label) => !known.has(unsentKey(label)))
    unsent.write(owner, [...ofOthers, ...labels])
  },
})

/** Takes over what the user's other pages could not send. The server stores an act once, so it does not matter if they still try. */
function adoptStored(): void {
  if (owner === undefined) return
  const others = unsent.read(owner).filter((label) => !known.has(unsentKey(label)))
  for (const label of others) adopted.add(unsentKey(label))
  labelQueue.adopt(others)
}

function follow(userId: string | undefined) {
  if (userId === owner) return
  if (owner !== undefined) {
    leftUnsentStore.set((count) => count + labelQueue.pending().size)
    labelQueue.forget()
  }
  owner = userId
  known = new Set()
  adopted = new Set()
  if (userId === undefined) return
  adoptStored()
  const open = undecided.read(userId)
  if (open.length > 0)
    conflictsStore.set(() => new Map(open.map((wanted) => [wanted.alarmId, { wanted, labels: null }])))
}

follow(sessionStore.get().user?.id)
sessionStore.subscribe(() => follow(sessionStore.get().user?.id))
unsent.onWrittenElsewhere((userId) => {
  if (userId !== owner) return
  const stored = new Set(unsent.read(userId).map(unsentKey))
  labelQueue.drop((label) => adopted.has(unsentKey(label)) && !stored.has(unsentKey(label)))
})
onConnectionBack(() => {
  adoptStored()
  labelQueue.retryNow()
})
beforeLeaving(() => labelQueue.sent())
// Unsent labels are stored and sent when the page is opened again. Until then other operators do not see them, so the browser warns.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (labelQueue.pending().size > 0) event.preventDefault()
})
