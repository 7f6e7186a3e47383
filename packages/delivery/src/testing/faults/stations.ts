import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { ReceiverKind } from '@winnow/contract'
import { startStation } from '../dc09-station.ts'
import { portOf, startHttpSink, testCertificate, type ReceivedRequest } from '../http-sink.ts'
import { startMqttBroker } from '../mqtt-broker.ts'
import { startSmtpSink } from '../smtp-sink.ts'
import type { Door, DoorOptions } from './door.ts'
import { openTcpDoor } from './tcp-door.ts'
import { openUdpDoor } from './udp-door.ts'

/** A receiver behind a door on which faults begin and end. */
export interface FaultStation {
  name: string
  kind: ReceiverKind
  /** The settings with which messages go through the door. */
  config: object
  door: Door
  /** The messages that have arrived, in order: their ids, each from the place that the format has for it. */
  arrivals: () => string[]
  /** Whether that place holds the number of the message. */
  isNumbered: boolean
  /** Whether the protocol has acknowledgements, so that a message whose acknowledgement is lost comes again. */
  answers: boolean
  close(): Promise<void>
}

/** A receiver before it has its door. */
interface Made {
  kind: ReceiverKind
  port: number
  isUdp?: true
  door?: DoorOptions
  config: (door: Door) => object
  arrivals: () => string[]
  isNumbered?: true
  close: () => Promise<void>
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const idIn = (words: string | undefined): string => ID.exec(words ?? '')?.[0]?.toLowerCase() ?? `no id in ${words}`

async function overHttp(
  kind: ReceiverKind,
  config: (url: string) => object,
  idOf: (request: ReceivedRequest) => string | undefined,
  { answer = () => '', tls = false }: { answer?: (request: ReceivedRequest) => string; tls?: boolean } = {},
): Promise<Made> {
  const sink = await startHttpSink((response, request) => response.end(answer(request)), { tls })
  return {
    kind,
    port: sink.port,
    config: ({ host, port }) => config(`${tls ? 'https' : 'http'}://${host}:${port}/`),
    arrivals: () => sink.requests.flatMap((request) => idOf(request) ?? []),
    close: () => sink.close(),
  }
}

async function overSmtp(kind: ReceiverKind, more: object = {}): Promise<Made> {
  const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'] })
  return {
    kind,
    port: sink.port,
    door: { isWhole: (sent) => sent.includes('\r\n.\r\n') },
    config: ({ host, port }) => ({
      recipient: 'S1@station.example',
      sender: 'winnow@site.example',
      smtpHost: host,
      smtpPort: port,
      security: 'none',
      ...more,
    }),
    arrivals: () => sink.mails.map(({ parsed }) => idIn(parsed.messageId)),
    close: () => sink.close(),
  }
}

/** Mails of the kind `email` go through the mail server of the installation, which has to be this one. */
async function overOwnServer(): Promise<Made> {
  return { ...(await overSmtp('email')), config: () => ({ recipients: ['room@station.example'] }) }
}

async function overDc09(transport: 'tcp' | 'udp'): Promise<Made> {
  const station = await startStation()
  const line = { account: '1234', encryption: 'none', heartbeatSeconds: 0 }
  return {
    kind: 'sia-dc09',
    port: station.port,
    ...(transport === 'udp' ? { isUdp: true } : {}),
    config: ({ host, port }) => ({ ...line, host, port, transport }),
    arrivals: () => station.messages.map(({ sequence }) => sequence),
    isNumbered: true,
    close: () => station.close(),
  }
}

async function overMqtt(): Promise<Made> {
  const broker = await startMqttBroker()
  const topics = { topic: 'winnow/{cameraId}', statusTopic: 'winnow/status' }
  return {
    kind: 'mqtt',
    port: broker.port,
    door: { isWhole: (sent) => sent.includes('/alarm') },
    // This broker does not speak version 5.
    config: ({ host, port }) => ({ ...topics, host, port, security: 'none', version: '3.1.1', heartbeatSeconds: 0 }),
    arrivals: () =>
      broker.published.filter(({ topic }) => topic.endsWith('/alarm')).map((message) => idIn(message.text)),
    close: () => broker.close(),
  }
}

/** A server that reads each connection to its end. What breaks before is no message. */
async function overTcp(
  kind: ReceiverKind,
  config: object,
  idOf: (words: string) => string,
  door: DoorOptions = {},
): Promise<Made> {
  const messages: string[] = []
  const server = createServer((socket) => {
    text(socket).then(
      (words) => void (words !== '' && messages.push(words)),
      () => undefined,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    kind,
    port: portOf(server),
    door: { answers: false, ...door },
    config: ({ host, port }) => ({ ...config, host, port }),
    arrivals: () => messages.map(idOf),
    async close() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

const TEXT = '{{message.id}}'
/** Names of events that a video system knows; corrections have one of their own, and so are sent. */
const EVENTS = { event: 'Verified', cancelEvent: 'False' }
const LOGIN = { user: 'winnow', password: 's3cret', message: TEXT }
const DIGIFORT_OK = JSON.stringify({ Response: { Code: 0, Message: 'OK', Data: {} } })

/** The kinds of receivers by name: the one for each kind of connection that `npm test` takes, and the others. */
const MAKERS = {
  webhook: () =>
    overHttp(
      'webhook',
      (url) => ({ url }),
      ({ headers }) => headers['webhook-id'],
    ),
  immix: () => overSmtp('immix'),
  'sia-dc09': () => overDc09('tcp'),
  mqtt: overMqtt,
  'milestone, generic event': () =>
    overTcp('milestone', { way: 'generic', event: `ALARM ${TEXT}`, cancelEvent: `FALSE ${TEXT}` }, idIn, {
      keepsTaken: true,
    }),
  'sia-dc09 by UDP': () => overDc09('udp'),
  email: overOwnServer,
  sentinel: () => overSmtp('sentinel', { contract: '12345' }),
  relay: () => overSmtp('relay'),
  syslog: () =>
    overTcp('syslog', { security: 'none', heartbeatSeconds: 0 }, (words) => idIn(/externalId=(\S+)/.exec(words)?.[1])),
  'milestone, analytics event': () =>
    overHttp(
      'milestone',
      (url) => ({ way: 'analytics', url, ...EVENTS }),
      ({ body }) => idIn(/<ID>([^<]+)<\/ID>/.exec(body)?.[1]),
    ),
  digifort: () =>
    overHttp(
      'digifort',
      (url) => ({ url, ...LOGIN, ...EVENTS, inClear: true }),
      ({ path }) => idIn(new URL(path, 'http://digifort.example').searchParams.get('OverrideOperatorMessage') ?? ''),
      { answer: () => DIGIFORT_OK },
    ),
  'digital-watchdog': async () => {
    const { cert } = await testCertificate()
    const { fingerprint256: fingerprint } = new X509Certificate(cert)
    return overHttp(
      'digital-watchdog',
      (url) => ({ url, ...LOGIN, ...EVENTS, fingerprint }),
      ({ path, body }) => (path === '/rest/v4/events/generic' ? idIn(body) : undefined),
      {
        answer: ({ path }) => (path === '/rest/v4/login/sessions' ? '{"token":"t0ken","expiresInS":600}' : '{}'),
        tls: true,
      },
    )
  },
} as const satisfies Readonly<Record<string, () => Promise<Made>>>

export type StationName = keyof typeof MAKERS

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the list above
export const ALL_STATIONS = Object.keys(MAKERS) as StationName[]
/** One for each kind of connection: HTTP, SMTP, sessions (numbers, a kept connection) and plain TCP. */
export const STATION_OF_EACH_CONNECTION: readonly StationName[] = ALL_STATIONS.slice(0, 5)

/** Starts a receiver and its door. */
export async function openFaultStation(name: StationName, pauseMs = 0): Promise<FaultStation> {
  const made: Made = await MAKERS[name]()
  const door = await (made.isUdp
    ? openUdpDoor(made.port, { pauseMs })
    : openTcpDoor(made.port, { ...made.door, pauseMs }))
  return {
    name,
    kind: made.kind,
    config: made.config(door),
    door,
    arrivals: made.arrivals,
    isNumbered: made.isNumbered ?? false,
    answers: made.door?.answers ?? true,
    async close() {
      await door.close()
      await made.close()
    },
  }
}
