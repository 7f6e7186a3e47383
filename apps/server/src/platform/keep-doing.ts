import { systemTicker, type Ticker } from './clock.ts'

export interface KeepDoingOptions {
  everyMs: number
  run: () => Promise<unknown>
  /** Called with each error of `run`. The next call of `run` follows as usual. */
  onError: (error: unknown) => void
  ticker?: Ticker
}

/** A function that is called periodically. */
export interface Repeated {
  /** Stops the calls, and resolves when a call in progress has ended. */
  stop(): Promise<void>
}

/** Calls a function periodically, never twice at once. If a call takes longer than the period, the calls during it are skipped. */
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
