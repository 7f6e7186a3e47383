import { expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { mutate, random } from '../testing/mutate.ts'
import { readEventXml } from './read-event-xml.ts'
import {
  numberHikvisionChannels,
  readHikvisionFacts,
  readNetworkInputs,
  readNetworkStates,
  readVideoInputs,
} from './recorder-channels.ts'

const VER20 = ' version="1.0" xmlns="http://www.hikvision.com/ver20/XMLSchema"'
const list = (element: string, rows: readonly string[], attributes = VER20) =>
  `<?xml version="1.0" encoding="UTF-8" ?>\r\n<${element}List${attributes}>\r\n${rows.map((row) => `<${element}${attributes}>${row}</${element}>`).join('\r\n')}\r\n</${element}List>`
const source =
  '<sourceInputPortDescriptor><proxyProtocol>HIKVISION</proxyProtocol><ipAddress>192.0.2.7</ipAddress><userName>admin</userName><deviceID>9</deviceID></sourceInputPortDescriptor>'
const proxied = (...rows: [number, string][]) =>
  list(
    'InputProxyChannel',
    rows.map(([id, name]) => `<id>${id}</id>\n<name>${name}</name>${source}`),
  )
const wired = (...rows: string[]) => list('VideoInputChannel', rows)
const input = (id: number, name: string, more = '') =>
  `<id>${id}</id><inputPort>${id}</inputPort><videoInputEnabled>true</videoInputEnabled><name>${name}</name>${more}`
const facts = (deviceType: string) =>
  `<DeviceInfo${VER20}><deviceName>Halle &amp; Hof</deviceName><model>DS-7616NI-K2</model><deviceType>${deviceType}</deviceType></DeviceInfo>`
const numbered = (kind: string, network: string, inputs: string, states = '') =>
  numberHikvisionChannels({
    facts: readHikvisionFacts(facts(kind)) ?? { name: null, model: null, isNetworkRecorder: false },
    network: readNetworkInputs(network) ?? [],
    states: readNetworkStates(states),
    inputs: readVideoInputs(inputs) ?? [],
  })

it('reads how a device calls itself', () => {
  expect(readHikvisionFacts(facts('NVR'))).toEqual({
    name: 'Halle & Hof',
    model: 'DS-7616NI-K2',
    isNetworkRecorder: true,
  })
  expect(readHikvisionFacts(facts('DVR'))).toMatchObject({ isNetworkRecorder: false })
})

it('lists the network cameras of a recorder with their states, and not its places without a camera', () => {
  const states = list('InputProxyChannelStatus', [
    `<id>1</id>${source}<online>true</online>`,
    `<id>2</id>${source}<online>false</online>`,
    '<id>3</id>',
  ])
  const inputs = wired(input(1, 'A'), input(2, 'B'), input(3, 'C'), input(4, 'D'))
  expect(numbered('NVR', proxied([2, 'Hof'], [1, 'Tor &lt;1&gt;'], [3, '']), inputs, states)).toEqual([
    { channel: '1', name: 'Tor <1>', isOnline: true },
    { channel: '2', name: 'Hof', isOnline: false },
    { channel: '3', name: null, isOnline: null },
  ])
})

it('lists analog inputs that are in use, and the network cameras after them', () => {
  const inputs = wired(
    input(1, 'Tor', '<resDesc>1080P25</resDesc>'),
    input(2, 'Hof', '<resDesc>NO VIDEO</resDesc>'),
    input(3, 'Aus').replace('>true<', '>false<'),
  )
  expect(numbered('DVR', proxied([5, 'Dach']), inputs)).toEqual([
    { channel: '1', name: 'Tor', isOnline: null },
    { channel: '2', name: 'Hof', isOnline: false },
    { channel: '5', name: 'Dach', isOnline: null },
  ])
})

it('numbers cameras as the reader of events does, where the recorder counts from 33', () => {
  const event = (channel: number) =>
    readEventXml(`<EventNotificationAlert><channelID>${channel}</channelID></EventNotificationAlert>`, new Date())
  const [first, second] = numbered('NVR', proxied([33, 'Tor'], [36, 'Hof']), '')
  expect(event(33)).toMatchObject({ channel: first?.channel })
  expect(event(36)).toMatchObject({ channel: second?.channel })
  // A number that an analog input has is no other camera's.
  expect(numbered('DVR', proxied([33, 'Dach']), wired(input(1, 'Tor'))).map(({ channel }) => channel)).toEqual([
    '1',
    '33',
  ])
})

it('reads any namespace, and none', () => {
  for (const attributes of ['', ' xmlns="urn:psialliance-org"', ' xmlns="http://www.isapi.org/ver20/XMLSchema"'])
    expect(readNetworkInputs(list('InputProxyChannel', ['<id>4</id><name>Tor</name>'], attributes))).toHaveLength(1)
  const prefixed =
    '<n:InputProxyChannelList><n:InputProxyChannel><n:id>7</n:id><n:name>Tor</n:name></n:InputProxyChannel></n:InputProxyChannelList>'
  expect(readNetworkInputs(prefixed)).toEqual([{ id: 7, name: 'Tor', isOnline: null }])
  expect(readNetworkInputs('<InputProxyChannelList/>')).toEqual([])
})

it.each([
  ['a page', '<html><body>Hello</body></html>'],
  ['nothing', ''],
  ['an error', '<ResponseStatus><statusCode>4</statusCode></ResponseStatus>'],
  ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${proxied([1, '&b;'])}`],
])('takes %s for no answer', (_, text) => {
  expect(readNetworkInputs(text)).toBeUndefined()
  expect(readVideoInputs(text)).toBeUndefined()
  expect(readHikvisionFacts(text)).toBeUndefined()
  expect(readNetworkStates(text).size).toBe(0)
})

it('reads 3,000 mutated lists in 2 s, and hostile ones of a megabyte in bounded time', async () => {
  const seeds = [
    proxied([1, 'Tor'], [2, 'Hof']),
    wired(input(1, 'Tor'), input(2, 'Hof', '<resDesc>NO VIDEO</resDesc>')),
    facts('NVR'),
  ]
  const tokens = ['<!ENTITY x "y">', '<InputProxyChannel>', '</', '<id>', '>', '&amp;', '"', '\0', '<name ']
  const read = (text: string): void => {
    for (const { channel, name } of numbered('DVR', text, text, text)) {
      expect(channel).toMatch(/^[1-9]\d{0,3}$/)
      expect(name?.length ?? 0).toBeLessThanOrEqual(200)
    }
    readHikvisionFacts(text)
  }
  const next = random(7)
  const ms = await cpuMs(async () => {
    for (let n = 0; n < 3_000; n++) read(mutate(Buffer.from(seeds[n % 3] ?? ''), next, tokens).toString('utf8'))
  })
  expect(ms).toBeLessThan(2_000)
  for (const bad of ['<InputProxyChannel ', '<InputProxyChannel><id ', `<InputProxyChannel><id>${'<'.repeat(40)}`]) {
    const text = `<InputProxyChannelList>${bad.repeat((1024 * 1024) / bad.length)}`
    // oxlint-disable-next-line no-await-in-loop -- the time of each is measured
    expect(await cpuMs(async () => void readNetworkInputs(text))).toBeLessThan(500)
  }
})

it('reads no more than 512 channels', () => {
  const many = proxied(...Array.from({ length: 600 }, (_, n): [number, string] => [n + 1, `Camera ${n}`]))
  expect(readNetworkInputs(many)).toHaveLength(512)
})
