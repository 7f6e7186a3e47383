import { systemTicker, type Ticker } from './clock.ts'

export interface KeepDoingOptions {
  everyMs: number
  run: () => Promise<unknown>
  /** Hears what it fails with. The next time comes all the same. */
  onError: (error: unknown) => void
  ticker?: Ticker
}

/** Something that is done again and again. */
export interface Repeated {
  /** Begins no more, and resolves when what was begun is done. */
  stop(): Promise<void>
}

/** Does something every so many milliseconds, never twice at once: where it takes longer, the times that come meanwhile are left out. */
export function keepDoing({ everyMs, run, onError, ticker = systemTicker }: KeepDoingOptions): Repeated {
  let running: Promise<void> | undefined
  const once = async (): Promise<void> => {
    try {
      await run()
    } catch (error) {
      onError(error)
    } finally {
      running = undefined
    }
  }
  const end = ticker.every(everyMs, () => {
    running ??= once()
  })
  return {
    async stop() {
      end()
      await running
    },
  }
}
