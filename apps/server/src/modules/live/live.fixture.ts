import { request, type IncomingMessage } from 'node:http'
import { createFakeClock, createFakeTicker } from '@winnow/testkit'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import { publish } from '../../platform/events/publish.ts'

interface LiveMessage {
  id: string | undefined
  data: { type: string; id?: string; siteId?: string }
}

/** Starts a listening server with two companies, and returns functions that open the live stream as a browser does. */
export async function startLiveWorld() {
  const clock = createFakeClock(new Date())
  const ticker = createFakeTicker()
  const disk: { freeBytes: number | undefined } = { freeBytes: undefined }
  const server = await startTestServer({
    clock,
    ticker,
    media: (folder) => ({ ...folder, freeBytes: async () => disk.freeBytes ?? folder.freeBytes() }),
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const db = server.database.runtime
  const tenant = await createTenant(db)
  const other = await createTenant(db)
  const open: (() => void)[] = []

  const say = (tx: Tx, of: Tenant, id: string, place: Partial<Tenant> = of) =>
    publish(tx, {
      companyId: of.companyId,
      type: 'alarm.created',
      payload: { id, projectId: place.projectId, siteId: place.siteId, viewId: place.viewId },
    })

  return {
    clock,
    ticker,
    /** The free space of the media folder, in place of the real value. */
    disk,
    server,
    port,
    tenant,
    other,
    say,
    announce: (id: string, of = tenant) => inTenant(db, of.companyId, (tx) => say(tx, of, id)),
    /** The number of open streams of the server. */
    count: () => server.container.deps.hub.count(),
    /** Checks now whether each stream may continue. */
    check: () => server.container.deps.hub.check(),
    /** Opens a stream as a browser with this session cookie. */
    async listen(cookie: string, lastEventId?: string) {
      const stream = await listenTo(port, cookie, lastEventId)
      open.push(stream.close)
      return stream
    },
    leave: () => {
      for (const close of open.splice(0)) close()
    },
    close: () => server.close(),
  }
}

export type LiveWorld = Awaited<ReturnType<typeof startLiveWorld>>

/** Opens the stream of the server with this port as a browser with this session cookie. */
export async function listenTo(port: number, cookie: string, lastEventId?: string) {
  const { response, destroy } = await openStream(port, cookie, lastEventId)
  return { ...hear(response), close: destroy }
}

function openStream(port: number, cookie: string, lastEventId: string | undefined) {
  const headers = { cookie, accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
  return new Promise<{ response: IncomingMessage; destroy: () => void }>((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path: '/api/v1/server-sent-events', headers }, (response) =>
      resolve({ response, destroy: () => outgoing.destroy() }),
    )
    outgoing.on('error', reject).end()
  })
}

/** Records the events that a browser receives on its stream, and how the stream ends. */
function hear(response: IncomingMessage) {
  const messages: LiveMessage[] = []
  let ended = false
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6)
      if (data) messages.push({ id: lines.find((line) => line.startsWith('id: '))?.slice(4), data: JSON.parse(data) })
    }
  })
  response.on('error', () => {}).on('close', () => (ended = true))
  const names = () => messages.filter(({ data }) => data.type !== 'KEEP_ALIVE').map(({ data }) => data.id ?? data.type)
  return {
    response,
    messages,
    names,
    hears: (count: number) => until(`${count} events`, async () => names().length >= count && names()),
    ends: () => until('the end of the stream', async () => ended),
    position: () => until('a position', async () => messages.at(-1)?.id),
  }
}
