import type { TabMessage } from './channel.ts'
import { StreamHost } from './stream-host.ts'

// The shared worker. All tabs of this browser use it, and it holds the only stream. Over HTTP/1.1 browsers open at most six connections to
// a server, so with one stream per tab the seventh tab would not load at all.
const url = new URL(location.href).searchParams.get('stream') ?? '/api/v1/server-sent-events'
const host = new StreamHost({ url })

addEventListener('connect', (event) => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined
  if (!port) return
  const tab = (message: unknown) => port.postMessage(message)
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => host.receive(tab, data))
  port.start()
})
