import { setTimeout as wait } from 'node:timers/promises'
import { ConnectError, type Line } from '../../platform/connect/connector.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Pauses between tries to store an event, since the device does not send it again. Meanwhile what follows waits in the device. */
const STORE_AGAIN_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** Stores an event, again if there is no room for it at the moment. */
export async function storeEvent(line: Line, message: () => Parameters<Line['acceptSignal']>[0]): Promise<void> {
  for (const pauseMs of [...STORE_AGAIN_MS, undefined]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try comes after the one before
      await line.acceptSignal(message())
      return
    } catch (error) {
      if (!(error instanceof ConnectError) || error.problem !== 'busy') throw error
      // It is noted at its camera. A camera that sends too much must not end the events of a recorder's others.
      if (error.cause instanceof AppError && error.cause.code === 'RATE_LIMITED') return
      if (pauseMs === undefined || line.signal.aborted) throw error
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(pauseMs, undefined, { signal: line.signal }).catch(() => undefined)
    }
  }
}
