import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { createDigestGate, type DeviceUser } from './digest-gate.ts'

export interface OnvifCameraOptions extends Partial<DeviceUser> {
  /** What the camera's clock shows. It refuses tokens of another time. */
  now?: () => Date
  /** The sources of pictures, each with the path of its stream; by default one. */
  sources?: readonly { token: string; streamPath: string }[]
  /** The login that is asked for: in the message, as the core specification requires, or of HTTP as well. */
  login?: 'message' | 'http'
  /** How long a subscription lasts, in seconds, whatever was asked for. */
  lastsSeconds?: number
  /** The camera cannot renew subscriptions. */
  withoutRenewal?: boolean
}

/** A change that the camera reports. */
export interface OnvifReport {
  /** With prefixes, as `tns1:VideoSource/MotionAlarm`. */
  topic?: string
  operation?: 'Initialized' | 'Changed' | 'Deleted'
  source?: string
  /** Name and value of what is reported. */
  data?: readonly [string, string]
}

export interface OnvifCamera {
  readonly port: number
  /** The calls that were answered, by their names. */
  readonly asked: readonly string[]
  /** Keeps a report for each subscription, and answers those who wait. */
  report(report?: OnvifReport): void
  /** The subscriptions that have not run out. */
  subscriptions(): number
  /** Forgets all subscriptions, as after a restart. */
  forget(): void
  /** Answers all calls with these bytes. */
  answerAll(document: string | undefined): void
  close(): Promise<void>
}

const CLOCK_TOLERANCE_MS = 5_000
const NAMESPACES = [
  'xmlns:env="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl"',
  'xmlns:tev="http://www.onvif.org/ver10/events/wsdl"',
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:tns1="http://www.onvif.org/ver10/topics"',
  'xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"',
  'xmlns:wsa="http://www.w3.org/2005/08/addressing"',
  'xmlns:dev="http://device.example/2009/event"',
].join(' ')

const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope ${NAMESPACES}><env:Header/><env:Body>${body}</env:Body></env:Envelope>`

const fault = (subcode: string): string =>
  envelope(
    `<env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>ter:${subcode}</env:Value></env:Subcode></env:Code>` +
      `<env:Reason><env:Text xml:lang="en">${subcode}</env:Text></env:Reason></env:Fault>`,
  )

interface Subscription {
  until: number
  kept: string[]
  waiting: ((messages: string[]) => void) | undefined
}

const between = (text: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(text)?.[1] ?? ''

/** Whether a message carries the login of a user, by the digest of nonce, time and password at the camera's time. */
function carriesLogin(text: string, { user, password }: DeviceUser, now: Date): boolean {
  const created = between(text, 'Created')
  const digest = createHash('sha1')
    .update(Buffer.from(between(text, 'Nonce'), 'base64'))
    .update(created)
    .update(password)
    .digest('base64')
  const isOnTime = Math.abs(Date.parse(created) - now.getTime()) <= CLOCK_TOLERANCE_MS
  return between(text, 'Username') === user && between(text, 'Password') === digest && isOnTime
}

const part = (name: string, value: number): string => `<tt:${name}>${value}</tt:${name}>`

const timeXml = (now: Date): string =>
  '<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings>' +
  `<tt:UTCDateTime><tt:Time>${part('Hour', now.getUTCHours())}${part('Minute', now.getUTCMinutes())}${part('Second', now.getUTCSeconds())}</tt:Time>` +
  `<tt:Date>${part('Year', now.getUTCFullYear())}${part('Month', now.getUTCMonth() + 1)}${part('Day', now.getUTCDate())}</tt:Date></tt:UTCDateTime>` +
  '</tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>'

/** A camera that reports events by ONVIF (core specification, Real-time Pull-Point Notification Interface). It listens on loopback. */
export async function startOnvifCamera(options: OnvifCameraOptions = {}): Promise<OnvifCamera> {
  const {
    user = 'admin',
    password = 'Abcd-1234',
    now = () => new Date(),
    sources = [{ token: 'vs0', streamPath: '/sub' }],
    lastsSeconds = 60,
  } = options
  const gate = createDigestGate({ user, password })
  const subscriptions = new Map<string, Subscription>()
  const sockets = new Set<Socket>()
  const asked: string[] = []
  let odd: string | undefined
  let lastNumber = 0

  const base = () => `http://192.168.0.90/onvif`
  const times = (until: number) =>
    `<wsnt:CurrentTime>${now().toISOString()}</wsnt:CurrentTime><wsnt:TerminationTime>${new Date(until).toISOString()}</wsnt:TerminationTime>`
  const messageXml = ({
    topic = 'tns1:VideoSource/MotionAlarm',
    operation = 'Changed',
    source = sources[0]?.token ?? '',
    data = ['State', 'true'],
  }: OnvifReport): string =>
    `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</wsnt:Topic><wsnt:Message>` +
    `<tt:Message UtcTime="${now().toISOString()}" PropertyOperation="${operation}"><tt:Source><tt:SimpleItem Name="Source" Value="${source}"/></tt:Source>` +
    `<tt:Data><tt:SimpleItem Name="${data[0]}" Value="${data[1]}"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`

  function subscribe(): string {
    const number = String(++lastNumber)
    const until = now().getTime() + lastsSeconds * 1_000
    // A new subscription begins with the state of all properties.
    const kept = sources.map(({ token }) => messageXml({ operation: 'Initialized', source: token }))
    subscriptions.set(number, { until, kept, waiting: undefined })
    return (
      `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa:Address>${base()}/pull?a=1&amp;b=2</wsa:Address>` +
      `<wsa:ReferenceParameters><dev:Subscription>${number}</dev:Subscription></wsa:ReferenceParameters></tev:SubscriptionReference>` +
      `${times(until)}</tev:CreatePullPointSubscriptionResponse>`
    )
  }

  /** The subscription that a call names as the reference says: in its head, and at its address. */
  function findSubscription(text: string, url: string): Subscription | undefined {
    const head = /<\w+:Header>([\s\S]*)<\/\w+:Header>/.exec(text)?.[1] ?? ''
    const isThere = url === '/onvif/pull?a=1&b=2' && between(head, 'To') === `${base()}/pull?a=1&amp;b=2`
    const isNamed = /xmlns:dev="http:\/\/device\.example\/2009\/event"/.test(head)
    const found = isThere && isNamed ? subscriptions.get(between(head, 'Subscription')) : undefined
    return found && found.until > now().getTime() ? found : undefined
  }

  async function pull(subscription: Subscription, text: string): Promise<string> {
    const limit = Number(between(text, 'MessageLimit'))
    const seconds = Number(/^PT(\d+)S$/.exec(between(text, 'Timeout'))?.[1] ?? 0)
    if (subscription.kept.length === 0) {
      const given = Promise.withResolvers<string[]>()
      subscription.waiting = given.resolve
      const timer = setTimeout(() => given.resolve([]), seconds * 1_000)
      subscription.kept.push(...(await given.promise))
      clearTimeout(timer)
      subscription.waiting = undefined
    }
    const messages = subscription.kept.splice(0, limit).join('')
    const until = new Date(subscription.until).toISOString()
    return `<tev:PullMessagesResponse><tev:CurrentTime>${now().toISOString()}</tev:CurrentTime><tev:TerminationTime>${until}</tev:TerminationTime>${messages}</tev:PullMessagesResponse>`
  }

  async function answerTo(name: string, text: string, url: string): Promise<string | undefined> {
    if (name === 'GetSystemDateAndTime') return timeXml(now())
    if (name === 'GetCapabilities')
      return (
        `<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Events><tt:XAddr>${base()}/events</tt:XAddr></tt:Events>` +
        `<tt:Media><tt:XAddr>${base()}/media</tt:XAddr></tt:Media></tds:Capabilities></tds:GetCapabilitiesResponse>`
      )
    if (name === 'GetProfiles')
      return `<trt:GetProfilesResponse>${sources.map(({ token }) => `<trt:Profiles token="p-${token}"><tt:Name>${token}</tt:Name><tt:VideoSourceConfiguration token="vsc-${token}"><tt:SourceToken>${token}</tt:SourceToken></tt:VideoSourceConfiguration></trt:Profiles>`).join('')}</trt:GetProfilesResponse>`
    if (name === 'GetStreamUri') {
      const source = sources.find(({ token }) => between(text, 'ProfileToken') === `p-${token}`)
      const uri = `rtsp://192.168.0.90:554${source?.streamPath.replaceAll('&', '&amp;')}`
      return (
        source &&
        `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>${uri}</tt:Uri></trt:MediaUri></trt:GetStreamUriResponse>`
      )
    }
    if (name === 'CreatePullPointSubscription' && url === '/onvif/events') return subscribe()
    const subscription = findSubscription(text, url)
    if (!subscription) return undefined
    if (name === 'PullMessages') return pull(subscription, text)
    if (name !== 'Renew' || options.withoutRenewal) return undefined
    subscription.until = now().getTime() + lastsSeconds * 1_000
    return `<wsnt:RenewResponse>${times(subscription.until)}</wsnt:RenewResponse>`
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request)
    const name = /<\w+:Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(text)?.[1] ?? ''
    const send = (status: number, document: string): void => {
      response.writeHead(status, { 'Content-Type': 'application/soap+xml; charset=utf-8' })
      response.end(document)
    }
    if (odd !== undefined) return send(200, odd)
    if (name !== 'GetSystemDateAndTime') {
      if (options.login === 'http' && !gate.admits(request, response)) return
      if (!carriesLogin(text, { user, password }, now())) return send(400, fault('NotAuthorized'))
    }
    asked.push(name)
    const body = await answerTo(name, text, request.url ?? '')
    send(body === undefined ? 400 : 200, body === undefined ? fault('InvalidArgVal') : envelope(body))
  }

  const server = createServer((request, response) => void answer(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    asked,
    report(report = {}) {
      for (const subscription of subscriptions.values()) {
        if (subscription.waiting) subscription.waiting([messageXml(report)])
        else subscription.kept.push(messageXml(report))
      }
    },
    subscriptions: () => [...subscriptions.values()].filter(({ until }) => until > now().getTime()).length,
    forget() {
      for (const { waiting } of subscriptions.values()) waiting?.([])
      subscriptions.clear()
    },
    answerAll: (document) => (odd = document),
    async close() {
      server.close()
      for (const { waiting } of subscriptions.values()) waiting?.([])
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
