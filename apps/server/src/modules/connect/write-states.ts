import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { noteStates } from './lease-connections.ts'
import type { ConnectionState, RunningConnector } from './run-connector.ts'

/** Signs of life are written this often at most. */
const SEEN_EVERY_MS = 60_000

/** A connection of this process. */
export interface Held {
  version: number
  connector: RunningConnector
  written: ConnectionState
}

/** Whether a state must be written: at once what changed, and now and then that the other side is still there. */
function isNews(state: ConnectionState, written: ConnectionState): boolean {
  const { seenAt, ...rest } = state
  const { seenAt: seenBefore, ...before } = written
  if (Object.keys(rest).some((key) => rest[key as keyof typeof rest] !== before[key as keyof typeof rest])) return true
  return seenAt !== null && (seenBefore === null || seenAt.getTime() - seenBefore.getTime() >= SEEN_EVERY_MS)
}

interface StateWriter {
  /** Writes the states that changed. One write at a time; what changes during one is written by another. */
  write(): Promise<void>
  /** Logs that a write failed. */
  report: (err: unknown) => void
}

interface Deps {
  db: Db
  log: Logger
  owner: string
  held: ReadonlyMap<string, Held>
}

/** Writes what becomes known of the connections that this process owns. */
export function createStateWriter({ db, log, owner, held }: Deps): StateWriter {
  let writing: Promise<void> | undefined
  let isAsked = false

  async function writeNews(): Promise<void> {
    const news = new Map<string, ConnectionState>()
    for (const [id, { connector, written }] of held) {
      const state = connector.state()
      if (isNews(state, written)) news.set(id, state)
    }
    if (news.size === 0) return
    await noteStates(db, owner, news)
    for (const [id, state] of news) {
      const one = held.get(id)
      if (one) one.written = state
    }
  }
  async function writeAll(): Promise<void> {
    while (isAsked) {
      isAsked = false
      await writeNews()
    }
  }
  return {
    write() {
      isAsked = true
      return (writing ??= writeAll().finally(() => (writing = undefined)))
    },
    report: (err) => log.warn({ err }, 'states of connections could not be written; it is tried again'),
  }
}
