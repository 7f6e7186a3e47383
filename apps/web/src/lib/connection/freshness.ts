import { useStore } from '../create-store.ts'
import { liveStateStore } from '../live/live.ts'
import { connectionStore } from './connection.ts'

/**
 * How fresh what is on the screen is. `live`: what happens is told at once. `catching-up`: the server can be reached, the live stream is
 * being opened. `ended`: there is none, since nobody is logged in. `lost`: the server cannot be reached, whatever the stream, which may be dead without having been closed, says.
 */
export type Freshness = 'live' | 'catching-up' | 'ended' | 'lost'

/** How fresh this page is, from the one store about the connection. */
export function useFreshness(): Freshness {
  const connection = useStore(connectionStore)
  const stream = useStore(liveStateStore)
  if (connection === 'lost') return 'lost'
  if (stream === 'ended') return 'ended'
  return stream === 'open' ? 'live' : 'catching-up'
}
