export interface ChangeCollectorDeps {
  /** Asks about these ids and applies the answer. */
  flush: (ids: string[]) => Promise<void>
  /** More came in than is worth asking for one by one. */
  overflow: () => void
  schedule: (run: () => void, ms: number) => () => void
}

/** A lone alarm shows without a noticeable wait; a burst is gathered into few requests. */
const FIRST_MS = 80
const GAP_MS = 500
const FAILED_MS = 3000
const BATCH = 200
const OVERFLOW = 2000

/**
 * Gathers ids that the live stream names and hands them on in batches, one at a time. An id named again while its batch is under
 * way is asked about again, since the answer may be older than the change.
 */
export function createChangeCollector(deps: ChangeCollectorDeps) {
  let waiting = new Set<string>()
  let running = false
  // Set while a batch is planned, and for a while after one, so that a steady stream is gathered, too.
  let cancel: (() => void) | null = null
  let epoch = 0

  function plan(ms: number) {
    if (running || cancel !== null) return
    cancel = deps.schedule(() => {
      cancel = null
      if (waiting.size > 0) void run()
    }, ms)
  }

  async function run(): Promise<void> {
    const batch = [...waiting].slice(0, BATCH)
    for (const id of batch) waiting.delete(id)
    const started = epoch
    running = true
    let wait = GAP_MS
    try {
      await deps.flush(batch)
    } catch {
      if (started === epoch) for (const id of batch) waiting.add(id)
      wait = FAILED_MS
    }
    running = false
    plan(wait)
  }

  return {
    add(ids: readonly string[]) {
      for (const id of ids) waiting.add(id)
      if (waiting.size > OVERFLOW) {
        this.clear()
        deps.overflow()
      } else plan(FIRST_MS)
    },
    /** Forgets what is waiting: the list is loaded anew. */
    clear() {
      epoch += 1
      waiting = new Set()
      cancel?.()
      cancel = null
    },
  }
}
