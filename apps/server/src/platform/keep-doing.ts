import { systemTicker, type Ticker } from './clock.ts'

export interface KeepDoingOptions {
  everyMs: number
  run: () => Promise<unknown>
  /** Called with its errors. The next call comes anyway. */
  onError: (error: unknown) => void
  ticker?: Ticker
}

/** A function that is called periodically. */
export interface Repeated {
  /** Stops the calls, and resolves when the one in progress is done. */
  stop(): Promise<void>
}

/** Calls a function periodically, never twice at once. While a call takes longer than the period, further ones are skipped. */
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
