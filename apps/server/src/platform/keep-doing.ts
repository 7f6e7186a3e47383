import { systemTicker, type Ticker } from './clock.ts'

export interface KeepDoingOptions {
  everyMs: number
  run: () => Promise<unknown>
  /** Called with each error of a periodical call. The next call follows as usual. */
  onError: (error: unknown) => void
  ticker?: Ticker
}

/** A function that is called periodically. */
export interface Repeated {
  /** Stops the calls, and resolves when a call in progress has ended. */
  stop(): Promise<void>
}

interface Kept extends Repeated {
  /**
   * Calls it at once, or after a call in progress, which may have missed what has changed meanwhile. Does nothing after `stop`. Rejects with the
   * error of the call, which is not told to `onError`.
   */
  now(): Promise<void>
}

/** Calls a function periodically, never twice at once. If a call takes longer than the period, the calls during it are skipped. */
export function keepDoing({ everyMs, run, onError, ticker = systemTicker }: KeepDoingOptions): Kept {
  let running: Promise<void> | undefined
  let isStopped = false
  const once = async (): Promise<void> => void (await run())
  const begin = (): Promise<void> => (running ??= once().finally(() => (running = undefined)))
  const end = ticker.every(everyMs, () => {
    if (!running) begin().catch(onError)
  })
  return {
    async now() {
      await running?.catch(() => undefined)
      if (!isStopped) await begin()
    },
    async stop() {
      isStopped = true
      end()
      await running?.catch(() => undefined)
    },
  }
}
