export interface ChangeCollectorDeps {
  /** Requests these ids and applies the reply. */
  flush: (ids: string[]) => Promise<void>
  /** Called instead of `flush` if there are too many ids to request. */
  overflow: () => void
  schedule: (run: () => void, ms: number) => () => void
}

/** A single alarm shows without a noticeable delay; a burst is collected into few requests. */
const FIRST_MS = 80
const GAP_MS = 500
const FAILED_MS = 3000
const BATCH = 200
const OVERFLOW = 2000

/**
 * Collects ids from the live stream and passes them on in batches, one batch at a time (a debounce). An id that is named again while its
 * batch is in progress is requested again, since the reply may be older than the change.
 */
export function createChangeCollector(deps: ChangeCollectorDeps) {
  let waiting = new Set<string>()
  let running = false
  // Set while a batch is scheduled, and for a while after one, so that a steady stream is collected too.
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
    /** Drops waiting ids, because the list is reloaded. */
    clear() {
      epoch += 1
      waiting = new Set()
      cancel?.()
      cancel = null
    },
  }
}
