import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface ImageServer {
  port: number
  /** Methods that were called, each with its camera. */
  called: string[]
  /** If set, it is written instead of the answer to `goto` and `live`. */
  lie: ((socket: Socket) => void) | undefined
  /** Nothing was recorded: the answers to `goto` are empty. */
  isEmpty: boolean
  close(): Promise<void>
}

interface ImageServerOptions {
  isToken: (token: string) => boolean
  cameras: readonly string[]
  picture?: (cameraId: string, timestampMs: number) => { at: number; jpeg: Buffer } | undefined
}

const END = '\r\n\r\n'

const valueOf = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

const imageOf = (requestId: string, at: number, jpeg: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `ImageResponse\r\nRequestId: ${requestId}\r\nPrev: ${at - 200}\r\nCurrent: ${at}\r\nNext: ${at + 200}\r\n` +
        `Content-type: image/jpeg\r\nContent-length: ${jpeg.length}${END}`,
    ),
    jpeg,
    Buffer.from(END),
  ])

/**
 * A recording server of XProtect as far as it sends pictures, written from the vendor's samples: XML requests, each with an empty line at its
 * end, are answered by XML or by headers with a JPEG behind them.
 */
export async function startImageServer({ isToken, cameras, picture }: ImageServerOptions): Promise<ImageServer> {
  const open = new Set<Socket>()
  const state: Omit<ImageServer, 'port' | 'close'> = { called: [], lie: undefined, isEmpty: false }

  const connect = (socket: Socket, xml: string, requestId: string): string | undefined => {
    const [, id = '', token = ''] = /id=([^&]*)&amp;connectiontoken=(.*)/.exec(valueOf(xml, 'connectparam')) ?? []
    const isFine = cameras.includes(id) && id === valueOf(xml, 'cameraid') && isToken(token)
    const reason = isFine ? 'Success' : 'Security token invalid'
    socket.write(
      `<?xml version="1.0" encoding="UTF-8"?><methodresponse><requestid>${requestId}</requestid><methodname>connect</methodname>` +
        `<connected>${isFine ? 'yes' : 'no'}</connected><errorreason>${reason}</errorreason></methodresponse>${END}`,
    )
    return isFine ? id : undefined
  }

  const show = (socket: Socket, camera: string, requestId: string, at: number): void => {
    if (state.lie) return state.lie(socket)
    const found = state.isEmpty ? undefined : picture?.(camera, at)
    socket.write(
      found
        ? imageOf(requestId, found.at, found.jpeg)
        : `ImageResponse\r\nRequestId: ${requestId}\r\nPrev: 0\r\nCurrent: 0\r\nNext: 0\r\nContent-length: 0${END}${END}`,
    )
  }

  /** What is seen now: with reports of the state between the pictures. */
  const live = (socket: Socket, camera: string, requestId: string): void => {
    if (state.lie) return state.lie(socket)
    const now = Date.now()
    for (const offset of [0, 200, 400, 900]) {
      const found = picture?.(camera, now + offset)
      socket.write(
        `<?xml version="1.0" encoding="utf-8"?><livepackage><status><statustime>${now}</statustime></status></livepackage>${END}`,
      )
      if (found) socket.write(imageOf(requestId, now + offset, found.jpeg))
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    let waiting = ''
    let camera: string | undefined
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    socket.on('data', (chunk) => {
      waiting += chunk.toString('utf8')
      for (let end = waiting.indexOf(END); end >= 0; end = waiting.indexOf(END)) {
        const xml = waiting.slice(0, end)
        waiting = waiting.slice(end + END.length)
        const [method, requestId] = [valueOf(xml, 'methodname'), valueOf(xml, 'requestid')]
        state.called.push(`${method} ${valueOf(xml, 'cameraid') || camera}`)
        if (method === 'connect') camera = connect(socket, xml, requestId)
        else if (camera === undefined) socket.destroy()
        else if (method === 'goto') show(socket, camera, requestId, Number(valueOf(xml, 'time')))
        else if (method === 'live') live(socket, camera, requestId)
      }
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return Object.assign(state, {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      for (const socket of open) socket.destroy()
      await closed.promise
    },
  })
}
