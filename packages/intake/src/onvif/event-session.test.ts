import { type OnvifCamera, type OnvifCameraOptions, startOnvifCamera } from '@winnow/testkit'
import { afterEach, expect, it } from 'vitest'
import { EventSession, sourcesOf } from './event-session.ts'
import { OnvifRefused } from './onvif-client.ts'

let camera: OnvifCamera
let monotonic = 1

afterEach(() => camera.close())

async function start(options: OnvifCameraOptions = {}): Promise<void> {
  monotonic = 1
  camera = await startOnvifCamera(options)
}

const sessionOf = (change: { password?: string; stream?: string } = {}) =>
  new EventSession<'unreachable'>({
    user: 'admin',
    password: 'Abcd-1234',
    path: '/onvif/device_service',
    stream: '/sub',
    now: () => new Date(),
    monotonicMs: () => monotonic,
    async post(path, body, authorization) {
      const reply = await fetch(`http://127.0.0.1:${camera.port}${path}`, {
        method: 'POST',
        body,
        headers: authorization === undefined ? {} : { authorization },
      }).catch(() => undefined)
      if (!reply) return { ok: false, code: 'unreachable' }
      const wwwAuthenticate = reply.headers.get('www-authenticate') ?? undefined
      return { ok: true, status: reply.status, wwwAuthenticate, body: await reply.text() }
    },
    ...change,
  })

/** Opens a session and reads what the camera says first. */
async function open() {
  const session = sessionOf()
  await session.open(null)
  return { session, first: await session.pull() }
}

it('tells what began to move, and neither how it was before, nor its end, nor other topics · INTEGRATIONS-003', async () => {
  await start()
  const { session, first } = await open()
  expect(first).toMatchObject({ motion: [], wasKept: false })
  camera.report()
  camera.report({ topic: 'tns1:RuleEngine/LineDetector/Crossed', data: ['ObjectId', '1'] })
  camera.report({ data: ['State', 'false'] })
  camera.report({ operation: 'Deleted' })
  camera.report({ topic: 'tns1:Device/Trigger/Relay' })
  camera.report({ topic: 'tns1:RuleEngine/CellMotionDetector/Motion', data: ['IsMotion', 'true'] })
  expect(await session.pull()).toEqual({ motion: ['motion', 'line crossing'], subscription: undefined, wasKept: false })
  camera.report({ operation: 'Initialized' })
  expect((await session.pull()).motion).toEqual([])
})

it('goes on with the subscription of an earlier session, and reads what the camera has kept', async () => {
  await start()
  const { first } = await open()
  camera.report()
  const next = sessionOf()
  await next.open(first.subscription ?? null)
  expect(await next.pull()).toEqual({ motion: ['motion'], subscription: undefined, wasKept: true })
  expect(camera.subscriptions()).toBe(1)
})

it('subscribes anew where the camera has forgotten the subscription', async () => {
  await start()
  const { session, first } = await open()
  camera.forget()
  const second = await session.pull()
  expect(second.subscription).toBeDefined()
  expect(second.subscription).not.toEqual(first.subscription)
  camera.report()
  expect((await session.pull()).motion).toEqual(['motion'])
})

it.each([
  ['renews it when half of its time is over', false, 1],
  ['subscribes anew where it cannot be renewed', true, 2],
])('keeps the subscription: %s', async (_name, withoutRenewal, subscriptions) => {
  await start({ withoutRenewal })
  const { session } = await open()
  camera.report()
  await session.pull()
  expect(camera.asked).not.toContain('Renew')
  monotonic += 30_001
  camera.report()
  const { motion } = await session.pull()
  expect(camera.subscriptions()).toBe(subscriptions)
  // What the camera has kept in the old subscription is read all the same.
  expect(motion).toEqual(['motion'])
})

it.each([['1999-12-31T23:59:00Z'], ['2051-01-01T00:00:00Z']])(
  'logs in at the camera’s time, whose clock shows %s',
  async (time) => {
    const ahead = Date.parse(time) - Date.now()
    await start({ now: () => new Date(Date.now() + ahead) })
    const { session } = await open()
    camera.report()
    expect((await session.pull()).motion).toEqual(['motion'])
  },
)

it('logs in by HTTP too, and ends at the first wrong password', async () => {
  await start({ login: 'http' })
  await open()
  const wrong = sessionOf({ password: 'wrong' })
  await expect(wrong.open(null)).rejects.toThrow(OnvifRefused)
  expect(wrong.problem).toBe('login')
})

it('tells the motion of its own stream only, of a recorder with several cameras', async () => {
  const sources = [1, 2].map((n) => ({ token: `vs${n}`, streamPath: `/cam/realmonitor?channel=${n}&subtype=1` }))
  await start({ sources })
  const session = sessionOf({ stream: '/cam/realmonitor?channel=2' })
  await session.open(null)
  await session.pull()
  camera.report({ source: 'vs1' })
  camera.report({ source: 'vs2', topic: 'tns1:RuleEngine/FieldDetector/ObjectsInside', data: ['IsInside', 'true'] })
  expect((await session.pull()).motion).toEqual(['intrusion'])
  const other = sessionOf({ stream: '/h264' })
  await expect(other.open(null)).rejects.toThrow(OnvifRefused)
  expect(other.problem).toBe('no-source')
})

it.each(['<html>', '<!DOCTYPE a [<!ENTITY x "y">]><a/>', ''])('refuses what is no answer: %j', async (document) => {
  await start()
  const { session } = await open()
  camera.answerAll(document)
  await expect(session.pull()).rejects.toThrow(OnvifRefused)
  expect(session.problem).toBe('answer')
})

it('finds the source of a stream by path or query', () => {
  const at = (path: string, ...sources: string[]) => ({ path, sources })
  const ones = [at('/a?profile=1', 'v1'), at('/a?profile=2', 'v1'), at('/b', 'v2')]
  expect(sourcesOf(ones, '/a')).toEqual(['v1'])
  expect(sourcesOf(ones, '/b?x=1')).toEqual(['v2'])
  expect(sourcesOf(ones, '//:bad')).toBeUndefined()
  expect(sourcesOf([at('/c?channel=1', 'v1'), at('/c?channel=2', 'v2')], '/c')).toBeUndefined()
})
