import type { LiveChannel, StreamListener } from './channel.ts'
import { StreamHost } from './stream-host.ts'

/** A stream for this tab alone, for browsers in which it cannot be shared. */
export function openLocalChannel(listener: StreamListener, url: string): LiveChannel {
  const host = new StreamHost({ url })
  return {
    post: (message) => host.receive(listener, message),
    close: () => host.receive(listener, { kind: 'stop' }),
  }
}
