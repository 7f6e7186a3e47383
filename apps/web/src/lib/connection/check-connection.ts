import { getSystemStatus } from '@winnow/contract'
import { call } from '../api/call.ts'
import { schedule } from '../schedule.ts'
import { createConnectionWatch } from './connection-watch.ts'

/** A server without a reply for this long counts as unavailable. */
const PROBE_MS = 5000

/** Checks the connection now, because something (a picture, the live stream) failed. Resolves to whether it works. */
export const checkConnection = createConnectionWatch({
  probe: () => call(getSystemStatus, { signal: AbortSignal.timeout(PROBE_MS) }).catch(() => undefined),
  schedule,
  random: Math.random,
})

/** Checks whenever the browser reports a change of the network, which it may be right about. */
export function watchNetwork(target: Window = window): () => void {
  const check = () => void checkConnection()
  target.addEventListener('online', check)
  target.addEventListener('offline', check)
  return () => {
    target.removeEventListener('online', check)
    target.removeEventListener('offline', check)
  }
}
