import { NOTE_MAX } from '@winnow/contract'
import { z } from 'zod'
import { createStore } from '../create-store.ts'
import { sessionStore } from './session-store.ts'

const PREFIX = 'winnow.drafts.notes.'
const keyOf = (userId: string) => PREFIX + userId
/** The maximum number of drafts. The oldest ones are dropped. */
const MOST = 50
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000

const stored = z.array(z.object({ alarmId: z.string(), text: z.string(), at: z.number() }))

interface NoteDraft {
  text: string
  /** The time of typing, in Unix milliseconds. */
  at: number
}

/**
 * Unsent notes of the logged-in user, by alarm. They are stored in this browser, so that another alarm, a reload or an expired session does
 * not lose them, until they are sent or emptied, or their user logs out.
 */
export const noteDraftsStore = createStore<ReadonlyMap<string, NoteDraft>>(new Map())

const isBlank = ({ text }: NoteDraft) => text.trim() === ''

/** The number of drafts with text. */
export function countNoteDrafts(drafts = noteDraftsStore.get()): number {
  return Array.from(drafts.values()).filter((draft) => !isBlank(draft)).length
}

/** The drafts to keep, the newest first. */
function bounded(drafts: ReadonlyMap<string, NoteDraft>, now: number): Map<string, NoteDraft> {
  const young = [...drafts].filter(([, draft]) => now - draft.at < LONGEST_MS)
  return new Map(young.toSorted(([, one], [, other]) => other.at - one.at).slice(0, MOST))
}

function read(userId: string, now: number): Map<string, NoteDraft> {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
    const rows = parsed.success ? parsed.data : []
    return bounded(new Map(rows.map(({ alarmId, text, at }) => [alarmId, { text, at }])), now)
  } catch {
    return new Map()
  }
}

/** False while storage does not hold all texts completely, because they are too long to be sent, or because it is full or forbidden. */
let isAllKept = true

function write(userId: string, drafts: ReadonlyMap<string, NoteDraft>): void {
  const rows = [...drafts].filter(([, draft]) => !isBlank(draft))
  isAllKept = rows.every(([, { text }]) => text.length <= NOTE_MAX)
  try {
    if (rows.length === 0) localStorage.removeItem(keyOf(userId))
    else
      localStorage.setItem(
        keyOf(userId),
        JSON.stringify(rows.map(([alarmId, { text, at }]) => ({ alarmId, text: text.slice(0, NOTE_MAX), at }))),
      )
  } catch {
    isAllKept = rows.length === 0
  }
}

/** Removes stored drafts, except one user's. */
function purge(except: string | undefined): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && (except === undefined || key !== keyOf(except))) localStorage.removeItem(key)
  } catch {
    // Nothing to remove: the storage is forbidden, so no draft was stored.
  }
}

let owner: string | undefined

/** Stores the draft for an alarm; an empty text removes it. */
export function setNoteDraft(alarmId: string, text: string, now = Date.now()): void {
  const others = [...noteDraftsStore.get()].filter(([id]) => id !== alarmId)
  const drafts = bounded(new Map(text === '' ? others : [[alarmId, { text, at: now }], ...others]), now)
  noteDraftsStore.set(drafts)
  if (owner !== undefined) write(owner, drafts)
}

/** An expired session keeps its user's drafts. A logout, or a login of another user, removes them. */
function follow(userId: string | undefined): void {
  if (userId === owner) return
  // Before the first login of this page, the drafts of a user who returns after a reload must still be read.
  if (owner !== undefined || userId !== undefined) purge(userId)
  owner = userId
  isAllKept = true
  noteDraftsStore.set(userId === undefined ? new Map() : read(userId, Date.now()))
}

follow(sessionStore.get().user?.id)
sessionStore.subscribe(() => follow(sessionStore.get().user?.id))
// The user may also type and log out in other tabs of this browser.
globalThis.addEventListener?.('storage', (event) => {
  if (owner !== undefined && (event.key === keyOf(owner) || event.key === null))
    noteDraftsStore.set(read(owner, Date.now()))
})
globalThis.addEventListener?.('beforeunload', (event) => {
  if (!isAllKept) event.preventDefault()
})
