import { acknowledgeMessages, listReceivers, readMessages } from '@winnow/contract'
import { startDigifort, startMilestone, startNx, startStation } from '@winnow/delivery/testing'
import { startMqttBroker } from '@winnow/delivery/testing/mqtt'
import { startSyslogSink } from '@winnow/delivery/testing/syslog'
import { createSmtpSink, createWebhookSink } from '@winnow/testkit'
import type { ApiClient } from '../harness/api-client.ts'

/** The certificate that the stand-ins of video systems show. */
const FINGERPRINT = '7F5D4113B3A71B57BDCA7D13B79244F0C611E79E1B0A8107745A64CB9EE95197'
export const STATION_KEY = Buffer.alloc(32, 9)

/** A kind of receiver as a person sets it up: its name in the menu, and what must be filled in. */
export interface KindInForm {
  kind: string
  /** Texts by the label of their field. */
  texts: Readonly<Record<string, string>>
  /** Choices by the label of their menu. */
  choices?: Readonly<Record<string, string>>
  /** How many messages its other side has got; undefined where this product keeps what it sends. */
  arrived?: () => number
}

interface Closable {
  close(): Promise<void>
}

/**
 * Starts the other side of every kind. Those of video systems are stand-ins from what the vendors publish; mail server, broker and syslog
 * speak their protocols.
 */
export async function startStandIns(): Promise<{ kinds: KindInForm[]; close(): Promise<void> }> {
  const [hook, mail, station, broker, syslog, milestone, digifort, nx] = await Promise.all([
    createWebhookSink(),
    createSmtpSink(),
    startStation({ key: STATION_KEY }),
    startMqttBroker(),
    startSyslogSink(),
    startMilestone({ known: ['Intruder'] }),
    startDigifort({ events: ['Intruder'], tls: true }),
    startNx({}),
  ])
  const started: readonly Closable[] = [hook, mail, station, broker, syslog, milestone, digifort, nx]
  const mailTo = (recipient: string) => () => mail.mails.filter(({ to }) => to.includes(recipient)).length
  const mailServer = { 'Mail server': '127.0.0.1', Port: String(mail.port), 'Sender’s address': 'winnow@site.example' }
  const plainMail = { Encryption: 'Only if the server offers it' }
  const plain = { Encryption: 'None: anybody on the way can read it' }
  const login = { 'User name': 'winnow', 'Fingerprint of the certificate': FINGERPRINT }
  return {
    kinds: [
      { kind: 'Webhook', texts: { URL: `${hook.url}/kinds` }, arrived: () => hook.requests.length },
      { kind: 'E-mail', texts: { Recipients: 'room@site.example' } },
      {
        kind: 'Monitoring station (SIA DC-09)',
        texts: {
          'Receiver: host name or address': '127.0.0.1',
          Port: String(station.port),
          Key: STATION_KEY.toString('hex'),
          Account: '1234',
        },
        arrived: () => station.messages.filter(({ data }) => data.includes('/RP')).length,
      },
      {
        kind: 'Immix',
        texts: { 'Address of the site at Immix': 'S1234@immix.example', ...mailServer },
        choices: plainMail,
        arrived: mailTo('S1234@immix.example'),
      },
      {
        kind: 'Camera’s own mail (relay)',
        texts: { 'Address at the station': 'relay@station.example', ...mailServer },
        choices: plainMail,
        arrived: mailTo('relay@station.example'),
      },
      {
        kind: 'MQTT broker',
        texts: { 'Broker: host name or address': '127.0.0.1', Port: String(broker.port) },
        choices: { ...plain, 'Version of MQTT': 'MQTT 3.1.1' },
        arrived: () => broker.published.filter(({ topic }) => topic.endsWith('/alarm')).length,
      },
      {
        kind: 'Milestone XProtect',
        texts: { 'Address of the server': `http://127.0.0.1:${milestone.port}/`, 'Event of an alarm': 'Intruder' },
        arrived: () => milestone.events.length,
      },
      {
        kind: 'Digifort',
        texts: {
          'Address of the server': `https://127.0.0.1:${digifort.port}/`,
          ...login,
          Password: 's3cret&Event=x',
          'Event of an alarm': 'Intruder',
        },
        arrived: () => digifort.triggered.length,
      },
      {
        kind: 'Digital Watchdog (DW Spectrum, Nx Witness)',
        texts: { 'Address of the server': `https://127.0.0.1:${nx.port}/`, ...login, Password: 's3cret' },
        arrived: () => nx.events.length,
      },
      {
        kind: 'Syslog server (CEF)',
        texts: { 'Server: host name or address': '127.0.0.1', Port: String(syslog.port) },
        choices: plain,
        arrived: () => syslog.messages.length,
      },
      {
        kind: 'Sentinel',
        texts: { 'Address at the station': 'sentinel@station.example', ...mailServer, 'Contract number': '4711' },
        choices: plainMail,
        arrived: mailTo('sentinel@station.example'),
      },
    ],
    close: async () => {
      await Promise.all(started.map((each) => each.close()))
    },
  }
}

/** Fetches the next messages of the site's fetched receiver and acknowledges them, as a station does. @returns their types */
export async function fetchAsStation(api: ApiClient, siteId: string): Promise<string[]> {
  const receivers = await api.call(listReceivers, { params: { id: siteId } })
  const id = receivers.find(({ kind }) => kind === 'product-api')?.id ?? ''
  const { messages, cursor } = await api.call(readMessages, { params: { id }, query: { wait: 20 } })
  await api.call(acknowledgeMessages, { params: { id }, body: { cursor } })
  return messages.map(({ type }) => type)
}
