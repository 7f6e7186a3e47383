import { getSystemStatus } from '@winnow/contract'
import { call } from '../api/call.ts'
import { schedule } from '../schedule.ts'
import { createConnectionWatch } from './connection-watch.ts'

/** A server that takes longer than this to say anything is as good as away. */
const PROBE_MS = 5000

/** Has the connection looked at now, because something (a picture, the live stream) did not come. Resolves with whether it is there. */
export const checkConnection = createConnectionWatch({
  probe: () => call(getSystemStatus, { signal: AbortSignal.timeout(PROBE_MS) }).catch(() => undefined),
  schedule,
  random: Math.random,
})

/** Looks whenever the browser says that the network went or came: it may be right. */
export function watchNetwork(target: Window = window): () => void {
  const check = () => void checkConnection()
  target.addEventListener('online', check)
  target.addEventListener('offline', check)
  return () => {
    target.removeEventListener('online', check)
    target.removeEventListener('offline', check)
  }
}
