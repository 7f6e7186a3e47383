import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createDigestGate, type DeviceUser } from './digest-gate.ts'
import { type HikvisionReport, hikvisionXml } from './hikvision-push.ts'

/** A place in the device for a server to which it pushes events. */
export interface HttpHost {
  url: string
  protocol: 'HTTP' | 'HTTPS'
  address: string
  port: number
}

/** A camera that a recorder records. */
export interface HikvisionChannel {
  /** As it stands in the lists of the device. */
  id: number
  name: string
  /** A network camera is reached or not. Left out for an analog one. */
  online?: boolean
  /** Whether somebody has switched the analog input off. */
  disabled?: boolean
}

/** What a recorder says of itself and its cameras. */
export interface HikvisionRecorder {
  name: string
  model: string
  /** `NVR`, `DVR` or `IPCamera`. */
  type: string
  /** Network cameras; left out where the device has none, and refuses to list them. */
  network?: readonly HikvisionChannel[]
  /** Analog inputs, or the only one of a camera; left out where the device refuses to list them. */
  analog?: readonly HikvisionChannel[]
}

export interface HikvisionDeviceOptions extends Partial<DeviceUser> {
  /** Left out for firmware that tells nothing of it. */
  recorder?: HikvisionRecorder
  /** Answers a request of a path in another way. Returns whether it did. */
  odd?: (path: string, response: ServerResponse) => boolean
  /** The device keeps a list of servers for events: cameras three, recorders one. */
  hosts?: readonly (HttpHost | null)[]
  /** What it shows at the moment; left out where it takes no pictures by HTTP. */
  picture?: () => Uint8Array
  /** Older firmware leaves the length of a part out. */
  withoutLength?: boolean
  boundary?: string
}

export interface HikvisionDevice {
  readonly port: number
  /** The streams of events that are open now. */
  streams(): number
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[]
  /** Requests with a wrong login. */
  wrongLogins(): number
  /** What stands in the places for servers. */
  hosts(): readonly (HttpHost | null)[]
  /** Sends an event to all open streams, with its pictures in parts of their own. */
  send(report: HikvisionReport): void
  /** Sends bytes as they are. */
  sendRaw(bytes: string | Uint8Array): void
  /** Answers requests for events in another way. */
  answerStream(answer: ((response: ServerResponse) => void) | undefined): void
  /** Breaks all connections, as a loss of power does. */
  drop(): void
  close(): Promise<void>
}

const NAMESPACE = 'http://www.hikvision.com/ver20/XMLSchema'

const hostXml = (host: HttpHost | null, id: number): string =>
  [
    `<HttpHostNotification version="2.0" xmlns="${NAMESPACE}">`,
    `<id>${id}</id><url>${host?.url ?? '/'}</url><protocolType>${host?.protocol ?? 'HTTP'}</protocolType>`,
    '<parameterFormatType>XML</parameterFormatType><addressingFormatType>ipaddress</addressingFormatType>',
    `<ipAddress>${host?.address ?? '0.0.0.0'}</ipAddress><portNo>${host?.port ?? 80}</portNo><userName></userName>`,
    '<httpAuthenticationMethod>none</httpAuthenticationMethod></HttpHostNotification>',
  ].join('\r\n')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Answers of a recorder by their paths; undefined for what it has not. */
function recorderXml(recorder: HikvisionRecorder, path: string): string | undefined {
  const { name, model, type, network, analog } = recorder
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  const list = (element: string, rows: readonly string[] | undefined): string | undefined =>
    rows &&
    `${head}\r\n<${element}List version="1.0" xmlns="${NAMESPACE}">${rows
      .map((row) => `<${element} version="1.0" xmlns="${NAMESPACE}">${row}</${element}>`)
      .join('\r\n')}</${element}List>`
  const source = (id: number): string =>
    `<sourceInputPortDescriptor><proxyProtocol>HIKVISION</proxyProtocol><addressingFormatType>ipaddress</addressingFormatType><ipAddress>192.0.2.${id % 250}</ipAddress><managePortNo>8000</managePortNo><srcInputPort>1</srcInputPort><userName>admin</userName><streamType>auto</streamType></sourceInputPortDescriptor>`
  if (path === '/ISAPI/System/deviceInfo')
    return `${head}\r\n<DeviceInfo version="2.0" xmlns="${NAMESPACE}"><deviceName>${escaped(name)}</deviceName><deviceID>48443030</deviceID><model>${escaped(model)}</model><serialNumber>DS0000001</serialNumber><macAddress>ac:cb:51:00:00:75</macAddress><firmwareVersion>V4.30.005</firmwareVersion><deviceType>${type}</deviceType></DeviceInfo>`
  if (path === '/ISAPI/ContentMgmt/InputProxy/channels')
    return list(
      'InputProxyChannel',
      network?.map((camera) => `<id>${camera.id}</id><name>${escaped(camera.name)}</name>${source(camera.id)}`),
    )
  if (path === '/ISAPI/ContentMgmt/InputProxy/channels/status')
    return list(
      'InputProxyChannelStatus',
      network?.map(({ id, online = true }) => `<id>${id}</id>${source(id)}<online>${online}</online>`),
    )
  if (path === '/ISAPI/System/Video/inputs/channels')
    return list(
      'VideoInputChannel',
      analog?.map(
        (camera) =>
          `<id>${camera.id}</id><inputPort>${camera.id}</inputPort><videoInputEnabled>${camera.disabled !== true}</videoInputEnabled><name>${escaped(camera.name)}</name><videoFormat>PAL</videoFormat><resDesc>${camera.online === false ? 'NO VIDEO' : '1080P25'}</resDesc>`,
      ),
    )
  return undefined
}

const statusXml = (code: number, text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><ResponseStatus version="2.0" xmlns="${NAMESPACE}"><statusCode>${code}</statusCode><statusString>${text}</statusString></ResponseStatus>`

const valueOf = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** Reads what a client writes into a place. Undefined if the device would call it wrong. */
function readHost(xml: string): HttpHost | null | undefined {
  const protocol = valueOf(xml, 'protocolType')
  const port = Number(valueOf(xml, 'portNo'))
  const format = valueOf(xml, 'addressingFormatType')
  const address = valueOf(xml, format === 'hostname' ? 'hostName' : 'ipAddress')
  const isWhole = /<HttpHostNotification[\s>]/.test(xml) && valueOf(xml, 'httpAuthenticationMethod') === 'none'
  if (!isWhole || (protocol !== 'HTTP' && protocol !== 'HTTPS') || !(port > 0 && port < 65_536)) return undefined
  if (address === '0.0.0.0') return null
  return address === '' ? undefined : { url: valueOf(xml, 'url'), protocol, address, port }
}

/** A camera or recorder that speaks ISAPI, written from public descriptions of the protocol. It listens on loopback. */
export async function startHikvisionDevice(options: HikvisionDeviceOptions = {}): Promise<HikvisionDevice> {
  const { user = 'admin', password = 'Abcd-1234', boundary = 'boundary' } = options
  const gate = createDigestGate({ user, password })
  const hosts = [...(options.hosts ?? [null, null, null])]
  const streams = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  const asked: string[] = []
  let odd: ((response: ServerResponse) => void) | undefined

  const xml = (response: ServerResponse, body: string, status = 200): void => {
    response.writeHead(status, { 'Content-Type': 'application/xml; charset="UTF-8"' })
    response.end(body)
  }

  async function answerHosts(
    request: IncomingMessage,
    response: ServerResponse,
    id: number | undefined,
  ): Promise<void> {
    if (request.method === 'GET' && id === undefined)
      return xml(
        response,
        `<?xml version="1.0" encoding="UTF-8"?>\r\n<HttpHostNotificationList version="2.0" xmlns="${NAMESPACE}">${hosts
          .map((host, index) => hostXml(host, index + 1))
          .join('')}</HttpHostNotificationList>`,
      )
    if (id === undefined || id < 1 || id > hosts.length) return xml(response, statusXml(4, 'Invalid Operation'), 403)
    if (request.method === 'GET') return xml(response, hostXml(hosts[id - 1] ?? null, id))
    if (request.method !== 'PUT') return xml(response, statusXml(4, 'Invalid Operation'), 405)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const host = readHost(body)
    if (host === undefined) return xml(response, statusXml(6, 'Invalid XML Content'), 400)
    hosts[id - 1] = host
    xml(response, statusXml(1, 'OK'))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? ''
    asked.push(`${request.method} ${url}`)
    if (!gate.admits(request, response)) return
    if (options.odd?.(url, response) === true) return
    const told = options.recorder && recorderXml(options.recorder, url)
    if (told !== undefined) return xml(response, told)
    // Recorders refuse what they do not have, and do not say that it is missing.
    if (options.recorder && /^\/ISAPI\/(System|ContentMgmt)\//.test(url))
      return xml(response, statusXml(4, 'Invalid Operation'), 403)
    if (url === '/ISAPI/Event/notification/alertStream') {
      if (odd) return odd(response)
      response.writeHead(200, { 'Content-Type': `multipart/mixed; boundary=${boundary}`, Connection: 'close' })
      response.flushHeaders()
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    const place = /^\/ISAPI\/Event\/notification\/httpHosts(?:\/(\d+))?$/.exec(url)
    if (place) return answerHosts(request, response, place[1] === undefined ? undefined : Number(place[1]))
    if (/^\/ISAPI\/Streaming\/channels\/\d+01\/picture$/.test(url) && options.picture) {
      response.writeHead(200, { 'Content-Type': 'image/jpeg' })
      response.end(options.picture())
      return
    }
    xml(response, statusXml(4, 'Invalid Operation'), 404)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const sendRaw = (bytes: string | Uint8Array): void => {
    for (const stream of streams) stream.write(bytes)
  }
  const sendPart = (type: string, content: Uint8Array): void => {
    const length = options.withoutLength ? '' : `Content-Length: ${content.byteLength}\r\n`
    sendRaw(`--${boundary}\r\nContent-Type: ${type}\r\n${length}\r\n`)
    sendRaw(content)
    sendRaw('\r\n')
  }
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    streams: () => streams.size,
    asked,
    wrongLogins: () => gate.wrong(),
    hosts: () => hosts,
    send(report) {
      sendPart('application/xml; charset="UTF-8"', Buffer.from(hikvisionXml(report)))
      for (const picture of report.pictures ?? []) sendPart('image/jpeg', picture)
    },
    sendRaw,
    answerStream: (next) => (odd = next),
    drop,
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
