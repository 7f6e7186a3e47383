import { getSystemStatus } from '@winnow/contract'
import { call } from '../api/call.ts'
import { schedule } from '../schedule.ts'
import { createConnectionWatch } from './connection-watch.ts'

/** A server that does not reply within this time is regarded as unavailable. */
const PROBE_MS = 5000

/** Checks the connection now, because something (a picture, the live stream) failed. Resolves to whether it works. */
export const checkConnection = createConnectionWatch({
  probe: () => call(getSystemStatus, { signal: AbortSignal.timeout(PROBE_MS) }).catch(() => undefined),
  schedule,
  random: Math.random,
})

/** Checks the connection whenever the browser reports a change of the network. The report alone is not reliable. */
export function watchNetwork(target: Window = window): () => void {
  const check = () => void checkConnection()
  target.addEventListener('online', check)
  target.addEventListener('offline', check)
  return () => {
    target.removeEventListener('online', check)
    target.removeEventListener('offline', check)
  }
}
