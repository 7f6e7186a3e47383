import type { ReceiverKind } from '@winnow/contract'
import { hostOf, type Connection, type SinkPorts } from './sinks.ts'

/** A kind of receiver, and the bare client that does the same on the same kind of connection. */
export interface BenchKind {
  kind: ReceiverKind
  name: string
  bare: Connection
  /** The messages that are on their way to one receiver at the same time. */
  atOnce: number
  /** The settings of the nth receiver. */
  config: (index: number, ports: SinkPorts) => object
}

const mailOf = (index: number, ports: SinkPorts) => ({
  recipient: 'S1@station.example',
  sender: 'winnow@site.example',
  smtpHost: hostOf(index),
  smtpPort: ports.smtp,
  security: 'none',
})
const urlOf = (index: number, { http }: SinkPorts): string => `http://${hostOf(index)}:${http}/`

/** `relay` sends the mails of cameras by the same connection as `immix`; `digital-watchdog` sends by HTTP as `digifort`, `email` by one server for all. */
export const KINDS: readonly BenchKind[] = [
  {
    kind: 'webhook',
    name: 'webhook',
    bare: 'http',
    atOnce: 4,
    config: (index, ports) => ({ url: urlOf(index, ports) }),
  },
  {
    kind: 'digifort',
    name: 'digifort',
    bare: 'http',
    atOnce: 4,
    config: (index, ports) => ({
      url: urlOf(index, ports),
      user: 'winnow',
      password: 'bench',
      inClear: true,
      event: 'E',
    }),
  },
  {
    kind: 'milestone',
    name: 'milestone, analytics event',
    bare: 'http',
    atOnce: 4,
    config: (index, ports) => ({ way: 'analytics', url: urlOf(index, ports), event: 'Verified' }),
  },
  {
    kind: 'milestone',
    name: 'milestone, generic event',
    bare: 'tcp',
    atOnce: 4,
    config: (index, ports) => ({ way: 'generic', host: hostOf(index), port: ports.tcp, event: 'ALARM {{message.id}}' }),
  },
  { kind: 'immix', name: 'immix', bare: 'smtp', atOnce: 4, config: mailOf },
  {
    kind: 'sentinel',
    name: 'sentinel',
    bare: 'smtp',
    atOnce: 4,
    config: (index, ports) => ({ ...mailOf(index, ports), contract: '12345' }),
  },
  {
    kind: 'sia-dc09',
    name: 'sia-dc09, TCP',
    bare: 'dc09',
    atOnce: 1,
    config: (index, { dc09: port }) => ({
      host: hostOf(index),
      port,
      encryption: 'none',
      account: '1234',
      heartbeatSeconds: 0,
    }),
  },
  {
    kind: 'mqtt',
    name: 'mqtt',
    bare: 'mqtt',
    atOnce: 4,
    config: (index, { mqtt: port }) => ({
      host: hostOf(index),
      port,
      security: 'none',
      version: '3.1.1',
      topic: 'winnow/{cameraId}',
      statusTopic: 'winnow/status',
      heartbeatSeconds: 0,
    }),
  },
  {
    kind: 'syslog',
    name: 'syslog',
    bare: 'tcp',
    atOnce: 4,
    config: (index, { tcp: port }) => ({ host: hostOf(index), port, security: 'none', heartbeatSeconds: 0 }),
  },
]
