import { WebSocket } from 'ws'
import type { SocketMessage } from '@winnow/contract'
import { until } from '../../../test/until.ts'

interface Opening {
  port: number
  headers?: Record<string, string>
  /** The position after which the websocket resumes. */
  after?: string
  path?: string
}

/** Opens a websocket as a browser does, and records its messages and its end. */
export async function openSocket({ port, headers = {}, after, path = '/api' }: Opening) {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}${query}`, { headers })
  const messages: SocketMessage[] = []
  let closed: number | undefined
  let refused: number | undefined
  socket.on('message', (data) => messages.push(JSON.parse((data as Buffer).toString('utf8')) as SocketMessage))
  socket.on('close', (code) => (closed = code))
  socket.on('error', () => undefined)
  socket.on('unexpected-response', (_request, response) => {
    refused = response.statusCode
    response.resume()
    socket.terminate()
  })
  await until('the handshake', async () => messages.length > 0 || closed !== undefined || refused !== undefined)
  const told = () => messages.filter((message) => !('action' in message && message.action === 'keepAlive'))
  return {
    socket,
    messages,
    /** Returns all received messages except keep-alives. */
    told,
    /** Status of the reply if the handshake was refused. */
    refused: () => refused,
    hears: (count: number) => until(`${count} messages`, async () => told().length >= count && told()),
    /** Waits until the websocket is closed, and returns the close code. */
    ends: () => until('the close', async () => closed),
    /** Returns the position of the last message with a position. */
    position: () =>
      until('a position', async () =>
        messages.map((each) => ('position' in each ? each.position : '')).findLast(Boolean),
      ),
  }
}
