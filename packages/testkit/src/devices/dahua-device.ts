import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createDigestGate, type DeviceUser } from './digest-gate.ts'

/** A place for a camera in a recorder. */
export interface DahuaChannel {
  name: string
  /** As `getCameraState` tells it: `Connected`, `Unconnect`, `Empty`. Left out where it tells nothing. */
  state?: string
}

/** What a recorder says of itself and its cameras. */
export interface DahuaRecorder {
  name: string
  model: string
  channels: readonly DahuaChannel[]
  /** Older firmware cannot tell the states of cameras. */
  withoutStates?: boolean
}

export interface DahuaDeviceOptions extends Partial<DeviceUser> {
  recorder?: DahuaRecorder
  /** What it shows at the moment; left out where it takes no pictures by HTTP. */
  picture?: () => Uint8Array
  /** Whether the firmware sends pictures with events (`snapManager`). */
  sendsPictures?: boolean
}

/** An event as the device reports it. */
export interface DahuaReport {
  code: string
  action?: 'Start' | 'Stop' | 'Pulse'
  /** Counted from 0. */
  index?: number
  data?: object
}

export interface DahuaDevice {
  readonly port: number
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[]
  /** The open streams of events, and of events with pictures. */
  streams(): { events: number; pictures: number }
  wrongLogins(): number
  /** Reports an event to those who wait for events of its code. */
  report(report: DahuaReport): void
  /** Reports an event with its pictures to those who wait for pictures. */
  snap(report: DahuaReport, pictures: readonly Uint8Array[]): void
  heartbeat(): void
  /** Sends bytes as they are to those who wait for events. */
  sendRaw(bytes: string | Uint8Array): void
  /** Breaks all connections, as a loss of power does. */
  drop(): void
  close(): Promise<void>
}

const BOUNDARY = 'myboundary'

const part = (type: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Type: ${type}\r\nContent-Length:${content.byteLength}\r\n\r\n`),
    content,
    Buffer.from('\r\n\r\n'),
  ])

/** `Code=…;action=…;index=…;data={…}`, with the data over several lines. */
export const dahuaLine = ({ code, action = 'Start', index = 0, data }: DahuaReport): string =>
  `Code=${code};action=${action};index=${index}${data ? `;data=${JSON.stringify(data, null, 3)}` : ''}\n`

/** A value on each line, as events with pictures have them. */
export const dahuaList = ({ code, action = 'Pulse', index = 0 }: DahuaReport, seconds = 1_795_761_000): string =>
  [
    `Events[0].EventBaseInfo.Code=${code}`,
    `Events[0].EventBaseInfo.Action=${action}`,
    `Events[0].EventBaseInfo.Index=${index}`,
    'Events[0].Name=Zaun',
    'Events[0].GroupID=4',
    'Events[0].CountInGroup=1',
    `Events[0].UTC=${seconds}`,
    'Events[0].Object.BoundingBox[0]=1024',
    '',
  ].join('\r\n')

/** Answers of a recorder; undefined for what it has not. */
function recorderText(recorder: DahuaRecorder, path: string, query: URLSearchParams): string | undefined {
  const { name, model, channels, withoutStates } = recorder
  const action = query.get('action')
  if (path === '/cgi-bin/magicBox.cgi' && action === 'getMachineName') return `name=${name}\r\n`
  if (path === '/cgi-bin/magicBox.cgi' && action === 'getSystemInfo')
    return `deviceType=${model}\r\nhardwareVersion=1.00\r\nprocessor=ST7108\r\nserialNumber=ABC0000001\r\n`
  if (path === '/cgi-bin/configManager.cgi' && action === 'getConfig' && query.get('name') === 'ChannelTitle')
    return channels.map((channel, index) => `table.ChannelTitle[${index}].Name=${channel.name}\r\n`).join('')
  if (path !== '/cgi-bin/api/LogicDeviceManager/getCameraState' || withoutStates === true) return undefined
  const states = channels.flatMap(({ state }, channel) =>
    state === undefined ? [] : { channel, connectionState: state },
  )
  return JSON.stringify({ states })
}

/** A camera or recorder that speaks Dahua's HTTP API, written from public descriptions of it. It listens on loopback. */
export async function startDahuaDevice(options: DahuaDeviceOptions = {}): Promise<DahuaDevice> {
  const { user = 'admin', password = 'Abcd-1234', sendsPictures = true } = options
  const gate = createDigestGate({ user, password })
  const open = {
    events: new Map<ServerResponse, readonly string[]>(),
    pictures: new Map<ServerResponse, readonly string[]>(),
  }
  const sockets = new Set<Socket>()
  const asked: string[] = []

  function stream(kind: keyof typeof open, response: ServerResponse, codes: string | null): void {
    response.writeHead(200, { 'Content-Type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`, Connection: 'close' })
    response.flushHeaders()
    open[kind].set(response, (codes ?? '').replaceAll(/[[\]]/g, '').split(','))
    response.on('close', () => open[kind].delete(response))
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://device')
    asked.push(pathname)
    if (!gate.admits(request, response)) return
    const action = searchParams.get('action')
    const told = options.recorder && recorderText(options.recorder, pathname, searchParams)
    if (told !== undefined) {
      response.writeHead(200, { 'Content-Type': 'text/plain;charset=utf-8' })
      response.end(told)
      return
    }
    if (pathname === '/cgi-bin/eventManager.cgi' && action === 'attach')
      return stream('events', response, searchParams.get('codes'))
    const wantsFiles = pathname === '/cgi-bin/snapManager.cgi' && action === 'attachFileProc'
    if (wantsFiles && sendsPictures && searchParams.get('Flags[0]') === 'Event')
      return stream('pictures', response, searchParams.get('Events'))
    if (pathname === '/cgi-bin/snapshot.cgi' && options.picture && Number(searchParams.get('channel')) >= 1) {
      response.writeHead(200, { 'Content-Type': 'image/jpeg' })
      response.end(options.picture())
      return
    }
    response.writeHead(400, { 'Content-Type': 'text/plain' })
    response.end('Error\r\nBad Request!\r\n')
  }

  const server = createServer(answer)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const sendTo = (kind: keyof typeof open, code: string | null, bytes: string | Uint8Array): void => {
    for (const [response, codes] of open[kind])
      if (code === null || codes.includes(code) || codes.includes('All')) response.write(bytes)
  }
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    asked,
    streams: () => ({ events: open.events.size, pictures: open.pictures.size }),
    wrongLogins: () => gate.wrong(),
    report: (report) => sendTo('events', report.code, part('text/plain', Buffer.from(dahuaLine(report)))),
    snap(report, pictures) {
      sendTo('pictures', report.code, part('text/plain', Buffer.from(dahuaList(report))))
      for (const picture of pictures) sendTo('pictures', report.code, part('image/jpeg', picture))
    },
    heartbeat() {
      for (const kind of ['events', 'pictures'] as const)
        sendTo(kind, null, part('text/plain', Buffer.from('Heartbeat')))
    },
    sendRaw: (bytes) => sendTo('events', null, bytes),
    drop,
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
