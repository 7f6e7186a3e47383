import { LIVE_VIEW } from '@winnow/contract'
import { createFakeClock, createFakeTicker } from '@winnow/testkit'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LivePlace } from './called-cameras.ts'
import { createLiveViews, type LiveViews, type Looking } from './live-views.ts'

const clock = createFakeClock(new Date())
const PLACE: LivePlace = { companyId: 'company', siteId: 'site', connectionId: 'connection', version: 1 }

let calls: number
let places: Map<string, LivePlace>
let isDown: boolean
let ends: string[]
let live: LiveViews
let ticker: ReturnType<typeof createFakeTicker>

beforeEach(() => {
  ;[calls, places, isDown, ends] = [0, new Map(), false, []]
  ticker = createFakeTicker()
  live = createLiveViews({
    // A camera that never accepts the connection, until nobody looks any more.
    cameraGuard: {
      connectTcp(_host: string, _port: number, { signal }: { signal: AbortSignal }) {
        calls += 1
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
      },
    } as unknown as Parameters<typeof createLiveViews>[0]['cameraGuard'],
    watcher: { show: () => Promise.resolve([]) },
    clock,
    ticker,
    log: pino({ enabled: false }),
    findPlaces: () => (isDown ? Promise.reject(new Error('no database')) : Promise.resolve(places)),
  })
})

afterEach(() => live.stop())

function look(viewId: string, change: Partial<Looking> = {}) {
  places.set(viewId, PLACE)
  return live.look({
    ...PLACE,
    viewId,
    sessionId: viewId,
    stream: { url: 'rtsp://cam/sub', username: '', password: '' },
    viewer: { format: 'mp4', head: () => undefined, picture: () => undefined },
    onEnd: () => void ends.push(viewId),
    ...change,
  })
}
const taken = () => live.status('company', 'one').taken

it('calls a camera once for all who look, and frees its place with the last of them', () => {
  const [first, second] = [look('one'), look('one', { sessionId: 'other' })]
  expect(calls).toBe(1)
  expect(live.status('company', 'one').viewers).toBe(2)
  if (first !== 'full') first()
  expect(taken()).toBe(1)
  if (second !== 'full') second()
  expect(taken()).toBe(0)
  expect(ends).toEqual([])
})

it('limits cameras of a company, and not those of another one', () => {
  const all = Array.from({ length: LIVE_VIEW.cameras }, (_, index) => look(String(index)))
  expect(all).not.toContain('full')
  expect(look('more')).toBe('full')
  expect(look('0', { sessionId: 'again' })).not.toBe('full')
  expect(look('theirs', { companyId: 'theirs' })).not.toBe('full')
  const [first] = all
  if (first !== 'full') first?.()
  expect(look('more')).toBe('full')
})

it('limits what one login looks at, and gives back what a refusal took', () => {
  const sessionId = 'login'
  for (let count = 0; count < LIVE_VIEW.perLogin; count++) expect(look('one', { sessionId })).not.toBe('full')
  expect(look('one', { sessionId })).toBe('full')
  expect(live.status('company', 'one').viewers).toBe(LIVE_VIEW.perLogin)
  expect(look('one', { sessionId: 'other' })).not.toBe('full')
})

it('ends where the camera was moved or its stream changed, and for nobody else', async () => {
  look('one')
  look('two')
  places.set('one', { ...PLACE, siteId: 'elsewhere' })
  await live.check()
  expect(ends).toEqual(['one'])
  places.set('two', { ...PLACE, version: 2 })
  await live.check()
  expect(ends).toEqual(['one', 'two'])
  expect(taken()).toBe(0)
})

it('ends where the stream was removed and another one was set', async () => {
  look('one')
  places.set('one', { ...PLACE, connectionId: 'another' })
  await live.check()
  expect(ends).toEqual(['one'])
})

it('ends for those who looked before, when somebody looks at a stream that was changed meanwhile', () => {
  look('one')
  expect(look('one', { version: 2, sessionId: 'other' })).not.toBe('full')
  expect(ends).toEqual(['one'])
  expect(calls).toBe(2)
})

it('ends everything when nobody can tell any more what may be seen', async () => {
  look('one')
  isDown = true
  ticker.advance(3_000)
  await live.check().catch(() => undefined)
  expect(ends).toEqual(['one'])
})
