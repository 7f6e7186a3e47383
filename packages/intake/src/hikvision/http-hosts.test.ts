import { expect, it } from 'vitest'
import { cpuMs } from '../testing/cpu-ms.ts'
import { readHttpHosts, writeHttpHost } from './http-hosts.ts'

const place = (id: number, fields: string): string =>
  `<HttpHostNotification version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema"><id>${id}</id>${fields}</HttpHostNotification>`
const used =
  '<url>/a?b=1&amp;c</url><protocolType>HTTPS</protocolType><addressingFormatType>ipaddress</addressingFormatType><ipAddress>192.0.2.9</ipAddress><portNo>8123</portNo>'
const free = '<url>/</url><protocolType>HTTP</protocolType><ipAddress>0.0.0.0</ipAddress><portNo>80</portNo>'

it('reads the list of a camera and the single place of a recorder', () => {
  const server = { protocol: 'https', host: '192.0.2.9', port: 8123, path: '/a?b=1&c' }
  const list = `<HttpHostNotificationList version="2.0">${place(1, used)}${place(2, free)}</HttpHostNotificationList>`
  expect(readHttpHosts(list)).toEqual([
    { id: 1, server },
    { id: 2, server: null },
  ])
  expect(readHttpHosts(place(1, free))).toEqual([{ id: 1, server: null }])
})

it.each([
  { id: 2, server: { protocol: 'http' as const, host: '192.0.2.1', port: 8080, path: '/api/v1/hik/abc' } },
  { id: 1, server: { protocol: 'https' as const, host: 'alarms.example', port: 443, path: '/x?a=1&b=<2>' } },
  { id: 3, server: null },
])('reads back what it writes: %j', (host) => {
  expect(readHttpHosts(writeHttpHost(host))).toEqual([host])
})

it.each([
  ['a page', '<html><body>Hello</body></html>'],
  ['nothing', ''],
  ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${place(1, free)}`],
  ['a place without a number', place(1, free).replace('<id>1</id>', '')],
])('takes %s for no answer', (_, text) => {
  expect(readHttpHosts(text)).toBeUndefined()
})

it('reads whatever a device sends in bounded time', async () => {
  for (const bad of ['<HttpHostNotification '.repeat(5_000), `<HttpHostNotification>${'<id>'.repeat(20_000)}`])
    expect(await cpuMs(async () => readHttpHosts(bad))).toBeLessThan(500)
})
