import { startDigifort, startMilestone, startNx } from '@winnow/delivery/testing'
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { server, call } = world
/** The certificate that the stand-ins show; no authority that this server knows has signed it. */
const fingerprint = '7F5D4113B3A71B57BDCA7D13B79244F0C611E79E1B0A8107745A64CB9EE95197'
const GUID = '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'
let site: DeliverySite
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(() => site.close())
afterAll(() => server.close())

/** A system of video management that knows the event, and the settings of a receiver for it. */
const SYSTEMS = {
  milestone: async () => {
    const system = await startMilestone({ known: ['Intruder'] })
    const config = {
      url: `http://127.0.0.1:${system.port}/`,
      event: 'Intruder',
      cameras: [{ camera: 'x', source: GUID }],
    }
    return { system, config, taken: () => system.events.map(({ message }) => message) }
  },
  digifort: async () => {
    const system = await startDigifort({ events: ['Intruder'], cameras: ['Door'], tls: true })
    const url = `https://127.0.0.1:${system.port}/`
    const login = { user: 'winnow', password: 's3cret&Event=x' }
    const config = { url, ...login, fingerprint, event: 'Intruder', testCamera: 'Door' }
    return { system, config, taken: () => system.triggered.map(({ event }) => event) }
  },
  'digital-watchdog': async () => {
    const system = await startNx({ devices: [GUID] })
    const login = { user: 'winnow', password: 's3cret' }
    const config = {
      url: `https://127.0.0.1:${system.port}/`,
      ...login,
      fingerprint,
      event: 'Intruder',
      bookmark: true,
    }
    return { system, config, taken: () => system.events.map(({ caption }) => caption) }
  },
}

it.each(['milestone', 'digifort', 'digital-watchdog'] as const)(
  '%s is added, answers the test button in words, gets an alarm once, and its secrets are never returned · INTEGRATIONS-004',
  async (kind) => {
    const { system, config, taken } = await SYSTEMS[kind]()
    onTestFinished(() => system.close())
    const path = `/v1/site/${site.camera.siteId}/receivers`
    const added = await call('POST', path, { kind, name: 'System', config })
    expect(added.status).toBe(200)
    const { id } = added.body.receiver
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true, status: 200 })
    expect(taken()).toEqual(['Intruder'])

    await site.decided('true')
    site.runDispatcher()
    await site.settled(id, 'the alarm', ([found]) => found?.state === 'sent')
    expect(taken()).toEqual(['Intruder', 'Intruder'])

    // An event that the system does not know, or a wrong password: the test says what to check.
    const wrong = kind === 'digital-watchdog' ? { password: 'wr0ng' } : { event: 'Nobody' }
    expect((await call('PUT', `/v1/receiver/${id}`, { kind, config: { ...config, ...wrong } })).status).toBe(200)
    const failed = (await call('POST', `/v1/receiver/${id}/test`)).body
    expect(failed).toMatchObject({ ok: false, code: 'misconfigured', detail: expect.stringMatching(/Check|Add/) })
    const listed = (await call('GET', path)).body
    expect(listed).toMatchObject([{ secretsSet: kind === 'milestone' ? [] : ['password'] }])
    expect(JSON.stringify([added.body, failed, listed])).not.toMatch(/s3cret|wr0ng|AuthPass/)
  },
)

/** Of the certificate that the stand-ins show after its renewal. */
const RENEWED = '4077857090E038C142799B808027C2A4E4443207FA63171C072858FFBCDFB135'

it('a certificate that is renewed on the running server holds up its messages, says why and what to do, and nothing is lost once it is accepted', async () => {
  const { system, config, taken } = await SYSTEMS.digifort()
  onTestFinished(() => system.close())
  const added = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, {
    kind: 'digifort',
    name: 'System',
    config,
  })
  const { id } = added.body.receiver
  await site.decided('true')
  const dispatcher = site.runDispatcher()
  await site.settled(id, 'the first alarm', ([found]) => found?.state === 'sent')
  await system.showCertificate('renewed')
  await site.decided('true')
  dispatcher.wake()
  await site.settled(id, 'the refusal', ([found]) => found?.lastError === 'tls')
  await site.decided('unverified')
  const [waiting] = (await call('GET', `/v1/site/${site.camera.siteId}/receivers`)).body
  expect(waiting).toMatchObject({ waiting: 2, givenUp: 0, lastError: 'tls' })
  expect(waiting.lastDetail).toMatch(/another certificate than the one whose fingerprint .* enter the new fingerprint/)
  // Nothing was said to who shows another certificate.
  expect(taken()).toHaveLength(1)
  expect(system.requests).toHaveLength(1)
  const changed = { kind: 'digifort', config: { ...config, fingerprint: RENEWED } }
  expect((await call('PUT', `/v1/receiver/${id}`, changed)).status).toBe(200)
  dispatcher.wake()
  await site.settled(id, 'all', (rows) => rows.length === 3 && rows.every(({ state }) => state === 'sent'))
  expect(taken()).toHaveLength(3)
})
