import { useStore } from '../create-store.ts'
import { liveStateStore } from '../live/live.ts'
import { connectionStore } from './connection.ts'

/**
 * How fresh the data on screen is.
 * - `live`: the live stream reports changes at once.
 * - `catching-up`: the server can be reached, and the live stream is being opened.
 * - `ended`: there is no stream, since nobody is logged in.
 * - `lost`: the server cannot be reached. The stream may look open, since a dead connection is not always closed.
 */
export type Freshness = 'live' | 'catching-up' | 'ended' | 'lost'

/** The freshness of this page, from the store of the connection. */
export function useFreshness(): Freshness {
  const connection = useStore(connectionStore)
  const stream = useStore(liveStateStore)
  if (connection === 'lost') return 'lost'
  if (stream === 'ended') return 'ended'
  return stream === 'open' ? 'live' : 'catching-up'
}
