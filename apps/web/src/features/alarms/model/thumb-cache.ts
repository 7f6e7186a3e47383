/** A thumbnail, or why there is none (yet). */
export type Thumb<T> = { state: 'ready'; picture: T } | { state: 'none' | 'failed' }

interface ThumbCacheDeps<T> {
  schedule: (run: () => void, ms: number) => () => void
  /** Releases the memory of a picture. */
  release: (picture: T) => void
  parallel?: number
  /** The maximum number of pictures to hold. */
  keep?: number
}

/** A row must be visible for this long before it is loaded, so that rows that are only scrolled past are not loaded. */
const REST_MS = 150

interface Job<T> {
  version: number
  /** Resolves to undefined if the alarm has no picture. */
  load: () => Promise<T | undefined>
}

/**
 * Thumbnails of visible rows. A few load at a time, the most recently visible first. Rows that are out of sight are not started, and only a
 * few hundred thumbnails are held.
 */
export function createThumbCache<T>({ schedule, release, parallel = 3, keep = 300 }: ThumbCacheDeps<T>) {
  /** The thumbnails by alarm id, the least recently used first. */
  const known = new Map<string, { version: number; thumb: Thumb<T> }>()
  /** Rows that have been visible for `REST_MS`. */
  const wanted = new Map<string, Job<T>>()
  const loading = new Set<string>()
  const listeners = new Set<() => void>()
  let epoch = 0

  const isDue = (id: string, { version }: Job<T>) => {
    const entry = known.get(id)
    if (loading.has(id)) return false
    // An alarm without a picture may have received one since then. An existing picture does not change.
    return entry === undefined || (entry.thumb.state === 'none' && entry.version < version)
  }
  function drop(id: string) {
    const thumb = known.get(id)?.thumb
    if (thumb?.state === 'ready') release(thumb.picture)
    known.delete(id)
  }
  function settle(id: string, version: number, thumb: Thumb<T>) {
    known.set(id, { version, thumb })
    for (const old of known.keys()) {
      if (known.size <= keep) break
      if (!wanted.has(old)) drop(old)
    }
    for (const listener of listeners) listener()
  }
  async function fetchOne(id: string, job: Job<T>): Promise<void> {
    const began = epoch
    loading.add(id)
    let thumb: Thumb<T>
    try {
      const picture = await job.load()
      thumb = picture === undefined ? { state: 'none' } : { state: 'ready', picture }
    } catch {
      thumb = { state: 'failed' }
    }
    loading.delete(id)
    if (began === epoch) settle(id, job.version, thumb)
    else if (thumb.state === 'ready') release(thumb.picture)
    pump()
  }
  function pump() {
    for (const [id, job] of [...wanted].toReversed()) {
      if (loading.size >= parallel) return
      if (isDue(id, job)) void fetchOne(id, job)
    }
  }

  return {
    get: (id: string): Thumb<T> | undefined => known.get(id)?.thumb,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Called when a row became visible. Returns a function to call when the row is no longer visible. */
    want(id: string, version: number, load: Job<T>['load']): () => void {
      const job = { version, load }
      const entry = known.get(id)
      if (entry) {
        known.delete(id)
        known.set(id, entry)
      }
      const cancel = schedule(() => {
        wanted.set(id, job)
        pump()
      }, REST_MS)
      return () => {
        cancel()
        if (wanted.get(id) === job) wanted.delete(id)
      }
    },
    /** Retries failed thumbnails. Called when the connection is back. */
    retryFailed() {
      for (const [id, { thumb }] of known) if (thumb.state === 'failed') known.delete(id)
      pump()
    },
    /** Clears everything, since the next user must not see it. */
    clear() {
      epoch += 1
      for (const id of known.keys()) drop(id)
      for (const listener of listeners) listener()
    },
    held: () => known.size,
  }
}
