import type { TabMessage } from './channel.ts'
import { StreamHost } from './stream-host.ts'

// The shared worker: all tabs of this browser talk to it, and it holds the only stream.
// Browsers open six connections to a server at most over HTTP/1.1; one stream per tab would stop the seventh tab from loading at all.
const url = new URL(location.href).searchParams.get('stream') ?? '/api/v1/server-sent-events'
const host = new StreamHost({ url })

addEventListener('connect', (event) => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined
  if (!port) return
  const tab = (message: unknown) => port.postMessage(message)
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => host.receive(tab, data))
  port.start()
})
