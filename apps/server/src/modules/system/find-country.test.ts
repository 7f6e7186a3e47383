import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { createCountryLookup } from './find-country.ts'

let service: Server
let url: string
let asked: string[] = []
let answer: { status: number; body: string } = { status: 200, body: '' }
const log = createLogger({ level: 'silent', write: () => undefined })
const clock = createFakeClock(new Date('2026-11-21T00:00:00Z'))

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/{ip}/json`
})
afterAll(() => service.close())
beforeEach(() => {
  asked = []
  answer = { status: 200, body: '{"countryCode":"us","city":"Boston"}' }
})

it('returns the service’s country for the address, and asks it once a day · ROUTING-004', async () => {
  const find = createCountryLookup({ url, clock, log })
  expect([await find('192.0.2.1'), await find('192.0.2.1'), await find('2001:db8::1')]).toEqual(['US', 'US', 'US'])
  expect(asked).toEqual(['/192.0.2.1/json', '/2001%3Adb8%3A%3A1/json'])
  clock.advance(24 * 3_600_000)
  await find('192.0.2.1')
  expect(asked).toHaveLength(3)
})

it.each([
  { status: 500, body: 'broken' },
  { status: 200, body: '<html>' },
  { status: 200, body: '{"country":"US"}' },
])('returns no country when the answer is %j', async (reply) => {
  answer = reply
  expect(await createCountryLookup({ url, clock, log })('192.0.2.1')).toBeNull()
})

it('sends no request if no service is configured', async () => {
  expect(await createCountryLookup({ url: undefined, clock, log })('192.0.2.1')).toBeNull()
  expect(asked).toEqual([])
})
