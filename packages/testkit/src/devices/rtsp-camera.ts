import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface RtspCameraOptions {
  /** Asks for this login by Digest; nobody has to log in without it. */
  login?: { user: string; password: string }
  /** The port to listen at; by default a free one. */
  port?: number
  /** Lines of the description beyond those of the video. */
  sdp?: (lines: string[]) => string[]
  /** Changes a reply, to try a reader with what it must not trust. An empty text is no reply. */
  reply?: (method: string, text: string) => string
}

/** A camera that speaks RTSP over TCP (RFC 2326) and shows the pictures it is given. */
export interface RtspCamera {
  port: number
  url: string
  /** Sends a picture of H.264 to everybody who plays the stream: bytes with start codes. */
  show: (picture: Uint8Array, options?: { ticks?: number }) => void
  /** Sends bytes as they are, in the middle of the stream. */
  raw: (bytes: Uint8Array) => void
  /** How many play the stream now. */
  players: () => number
  /** Resolves when this many play the stream. */
  untilPlayers: (count: number) => Promise<void>
  /** The methods that were asked, in order. */
  asked: string[]
  /** Ends all connections, as a camera that starts anew does. */
  drop: () => void
  close: () => Promise<void>
}

const PACKET_BYTES = 1_400
const PAYLOAD_TYPE = 96
const REALM = 'camera'
const NONCE = '6f8a2b'

interface Player {
  socket: Socket
  isPlaying: boolean
  sequence: number
  /** The channel on which the player wants the video. */
  channel: number
}

export async function startRtspCamera(options: RtspCameraOptions = {}): Promise<RtspCamera> {
  const players = new Set<Player>()
  const asked: string[] = []
  const waiting = new Set<() => void>()
  let time = 90_000
  const playing = () => [...players].filter(({ isPlaying }) => isPlaying)
  const changed = () => {
    for (const check of waiting) check()
  }
  const server = createServer((socket) => {
    const player: Player = { socket, isPlaying: false, sequence: 0, channel: 0 }
    players.add(player)
    let text = ''
    socket.on('error', () => undefined)
    socket.on('close', () => {
      players.delete(player)
      changed()
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const [first = '', ...headers] = text.slice(0, end).split('\r\n')
        text = text.slice(end + 4)
        const method = first.split(' ')[0] ?? ''
        asked.push(method)
        const reply = replyTo(options, first, headers)
        const wanted = /interleaved=(\d+)/.exec(headers.join())?.[1]
        if (first.includes('trackID=1') && wanted !== undefined) player.channel = Number(wanted)
        const sent = options.reply?.(method, reply) ?? reply
        if (sent !== '') socket.write(sent, 'latin1')
        if (method === 'PLAY' && reply.startsWith('RTSP/1.0 200')) player.isPlaying = true
        if (method === 'TEARDOWN') socket.end()
        changed()
      }
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the camera does not listen at a port')
  const { port } = address
  const drop = () => {
    for (const { socket } of players) socket.destroy()
  }
  return {
    port,
    url: `rtsp://127.0.0.1:${port}/sub`,
    asked,
    show(picture, { ticks = 90_000 } = {}) {
      time = (time + ticks) >>> 0
      for (const player of playing()) for (const packet of packetsOf(player, picture, time)) player.socket.write(packet)
    },
    raw(bytes) {
      for (const { socket } of playing()) socket.write(bytes)
    },
    players: () => playing().length,
    async untilPlayers(count) {
      const reached = Promise.withResolvers<void>()
      const check = () => {
        if (playing().length === count) reached.resolve()
      }
      waiting.add(check)
      check()
      await reached.promise
      waiting.delete(check)
    },
    drop,
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}

function replyTo(options: RtspCameraOptions, first: string, headers: readonly string[]): string {
  const [method = '', url = ''] = first.split(' ')
  const valueOf = (name: string) =>
    headers
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const reply = (status: string, ...lines: string[]) =>
    [`RTSP/1.0 ${status}`, `CSeq: ${valueOf('cseq') ?? ''}`, ...lines].join('\r\n')
  if (options.login && !isLoggedIn(options.login, method, url, valueOf('authorization')))
    return `${reply('401 Unauthorized', `WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}"`)}\r\n\r\n`
  if (method === 'DESCRIBE') {
    const lines = [
      'v=0',
      'm=audio 0 RTP/AVP 0',
      `m=video 0 RTP/AVP ${PAYLOAD_TYPE}`,
      `a=rtpmap:${PAYLOAD_TYPE} H264/90000`,
      'a=control:trackID=1',
      '',
    ]
    const sdp = (options.sdp?.(lines) ?? lines).join('\r\n')
    return `${reply('200 OK', `Content-Base: ${url}/`, 'Content-Type: application/sdp', `Content-Length: ${sdp.length}`)}\r\n\r\n${sdp}`
  }
  if (method === 'SETUP')
    return `${reply('200 OK', `Transport: RTP/AVP/TCP;unicast;interleaved=${/interleaved=(\d+-\d+)/.exec(headers.join())?.[1] ?? '0-1'}`, 'Session: 8C1A;timeout=60')}\r\n\r\n`
  return `${reply('200 OK', 'Session: 8C1A')}\r\n\r\n`
}

function isLoggedIn(login: { user: string; password: string }, method: string, url: string, header = ''): boolean {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const wanted = md5(`${md5(`${login.user}:${REALM}:${login.password}`)}:${NONCE}:${md5(`${method}:${url}`)}`)
  const given = /response="([0-9a-f]{32})"/.exec(header)?.[1] ?? ''
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}

/** The NAL units of a row of bytes with start codes. */
function nalsOf(bytes: Uint8Array): Buffer[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const starts: number[] = []
  for (let at = all.indexOf('000001', 0, 'hex'); at >= 0; at = all.indexOf('000001', at + 3, 'hex')) starts.push(at + 3)
  return starts.map((from, index) => {
    const next = starts[index + 1]
    let end = next === undefined ? all.length : next - 3
    while (end > from && all[end - 1] === 0) end -= 1
    return all.subarray(from, end)
  })
}

/** Packets of a picture (RFC 6184): a NAL unit each, or its fragments. */
function packetsOf(player: Player, picture: Uint8Array, time: number): Buffer[] {
  const payloads = nalsOf(picture).flatMap((nal) => {
    if (nal.length <= PACKET_BYTES) return [nal]
    const head = nal[0] ?? 0
    const parts: Buffer[] = []
    for (let at = 1; at < nal.length; at += PACKET_BYTES) {
      const isLast = at + PACKET_BYTES >= nal.length
      const flags = (at === 1 ? 0x80 : 0) | (isLast ? 0x40 : 0) | (head & 0x1f)
      parts.push(Buffer.concat([Buffer.of((head & 0xe0) | 28, flags), nal.subarray(at, at + PACKET_BYTES)]))
    }
    return parts
  })
  return payloads.map((payload, index) => {
    const packet = Buffer.alloc(4 + 12)
    packet.write('$', 0, 'latin1')
    packet.writeUInt8(player.channel, 1)
    packet.writeUInt16BE(12 + payload.length, 2)
    packet.writeUInt8(0x80, 4)
    packet.writeUInt8((index === payloads.length - 1 ? 0x80 : 0) | PAYLOAD_TYPE, 5)
    packet.writeUInt16BE(player.sequence, 6)
    packet.writeUInt32BE(time, 8)
    player.sequence = (player.sequence + 1) & 0xffff
    return Buffer.concat([packet, payload])
  })
}
