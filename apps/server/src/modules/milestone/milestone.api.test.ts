import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import type { MilestoneRecorder } from '@winnow/contract'
import { testCertificate } from '@winnow/delivery/testing'
import { XPROTECT } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { GATE, gate, type MilestoneWorld, startMilestoneWorld } from './milestone.fixture.ts'
import { storeRecorders } from './see-recorders.ts'
import { findMilestoneOf } from './stored-system.ts'

let world: MilestoneWorld

beforeAll(async () => {
  world = await startMilestoneWorld({
    cameras: [
      { id: GATE.toUpperCase(), name: 'Gate 10', groups: ['Outside', 'North'] },
      { id: 'c0ffee00-0000-4000-8000-000000000002', name: 'Gate 9', groups: ['Outside', 'North'] },
      { id: 'c0ffee00-0000-4000-8000-000000000003', name: 'Yard' },
    ],
  })
})
afterAll(() => world.close())

it('a system is found by its login, and its own certificate is shown before it is stored', async () => {
  const { body } = await world.call('POST', '/connected', world.login())
  expect(body).toMatchObject({
    failure: null,
    certificate: { isTrusted: false, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) },
    system: { id: XPROTECT.siteId, name: 'Harbour' },
  })
  expect(body['eventTypes']).toContainEqual({ id: XPROTECT.lineCrossed, name: 'Fence crossed' })
  expect((await world.call('GET')).body).toBeNull()
})

it.each([
  ['a wrong password', () => world.login({ password: 'wr0ng' }), 'login'],
  ['another certificate', () => world.login({ fingerprint: 'ab'.repeat(32) }), 'certificate'],
  ['a refused address', () => world.login({ host: '10.0.0.1' }), 'refused'],
  ['a port where nobody listens', () => world.login({ port: 1 }), 'unreachable'],
  ['no password for an unknown system', () => world.login({ password: undefined }), 'login'],
])('%s is told apart', async (_what, body, problem) => {
  const asked = world.vms.asked.length
  const { status, body: reply } = await world.call('POST', '/connected', body())
  expect([status, reply]).toMatchObject([200, { system: null, failure: { problem } }])
  expect(JSON.stringify(reply)).not.toMatch(/wr0ng|s3cret|invalid_grant/)
  // Nothing is sent to a server whose certificate is not the expected one.
  if (problem === 'certificate') expect(world.vms.asked).toHaveLength(asked)
})

it('a system that redirects or fails is told as one that answers otherwise', async () => {
  world.vms.redirect = 'https://127.0.0.1:1/'
  expect((await world.call('POST', '/connected', world.login())).body).toMatchObject({ failure: { problem: 'answer' } })
  world.vms.redirect = undefined
  world.vms.broken = 503
  expect((await world.call('POST', '/connected', world.login())).body).toMatchObject({ failure: { problem: 'answer' } })
  world.vms.broken = undefined
})

it('a system is added once, kept with a sealed password that goes to no other address, and deleted · INTEGRATIONS-001', async () => {
  const fingerprint = await world.fingerprint()
  const added = await world.call('POST', '', world.entry({ fingerprint }))
  expect(added).toMatchObject({
    status: 200,
    body: {
      systemName: 'Harbour',
      hasPassword: true,
      fingerprint,
      numberOfMappedCameras: 0,
      gap: null,
      lastEventAt: null,
    },
  })
  expect(JSON.stringify(added.body)).not.toContain('s3cret')
  const rows = await inSystem(world.server.database.runtime, (tx) =>
    tx.selectFrom('milestone_system').select('password').execute(),
  )
  expect(rows.map(({ password }) => password.startsWith('s1.'))).toEqual([true])
  expect(await world.call('POST', '', world.entry({ fingerprint }))).toMatchObject({ status: 409 })
  const kept = world.entry({ password: undefined, fingerprint })
  expect(await world.call('PUT', '', { ...kept, systemName: 'Renamed' })).toMatchObject({
    status: 200,
    body: { systemName: 'Renamed' },
  })
  for (const change of [
    { port: world.vms.port + 1 },
    { host: '127.0.0.2' },
    { fingerprint: 'ab'.repeat(32) },
    { fingerprint: '' },
    { eventTypes: [] },
  ])
    // oxlint-disable-next-line no-await-in-loop -- each is refused on its own
    expect((await world.call('PUT', '', { ...kept, ...change })).status).toBe(400)
  expect(await world.call('PUT', '', world.entry({ host: '10.0.0.1' }))).toMatchObject({
    status: 400,
    body: { code: 'ADDRESS_REFUSED', errors: [{ field: 'host', message: 'guard.private' }] },
  })
  // The stored password is used to look again, at the same address alone.
  expect(await world.call('POST', '/connected', world.login({ password: undefined }))).toMatchObject({
    body: { failure: null, system: { name: 'Harbour' } },
  })
  const other = await createTenant(world.server.database.runtime, 'Elsewhere')
  expect((await world.call('GET', '', undefined, other)).body).toBeNull()
  expect((await world.call('DELETE', '', undefined, other)).status).toBe(404)
  const connections = () =>
    inSystem(world.server.database.runtime, (tx) =>
      tx.selectFrom('connection').select('id').where('kind', '=', 'milestone').execute(),
    )
  expect(await connections()).toHaveLength(1)
  expect((await world.call('DELETE')).status).toBe(200)
  expect([await connections(), (await world.call('GET')).body]).toEqual([[], null])
  expect((await world.call('PUT', '', kept)).status).toBe(404)
})

it('cameras of a system are mapped to ours, and found with their groups and recording servers · INTEGRATIONS-001', async () => {
  await world.setUp()
  const { viewId } = await createCamera(world.server.database.runtime, world.tenant.companyId)
  expect((await world.call('GET', '/cameras')).body).toEqual({ cameras: [], failures: [] })
  const available = async () => (await world.call('GET', '/cameras?available=true')).body['cameras'] as object[]
  expect(await available()).toMatchObject([
    { cameraName: 'Yard', groupName: '', viewId: null },
    { cameraName: 'Gate 9', viewId: null },
    {
      cameraName: 'Gate 10',
      groupName: 'Outside / North',
      cameraId: GATE,
      cameraServerName: 'Recorder 1',
      viewId: null,
    },
  ])
  const upper = { ...gate(viewId), cameraId: `{${GATE.toUpperCase()}}` }
  expect(await world.call('PUT', '/cameras', { cameras: [upper] })).toMatchObject({
    body: { numberOfMappedCameras: 1 },
  })
  expect(await available()).toMatchObject([{ viewId: null }, { viewId: null }, { cameraId: GATE, viewId }])
  expect((await world.call('PUT', '/cameras', { cameras: [gate(viewId), gate(null)] })).status).toBe(400)
  expect((await world.call('GET')).body).toMatchObject({ numberOfMappedCameras: 1 })
  world.vms.broken = 500
  expect((await world.call('GET', '/cameras?available=true')).body).toMatchObject({
    cameras: [{ cameraId: GATE, viewId }],
    failures: [{ systemName: 'Harbour', failure: { problem: 'answer' } }],
  })
  world.vms.broken = undefined
  expect((await world.call('DELETE')).status).toBe(200)
  expect((await world.call('GET', '/cameras')).body).toEqual({ cameras: [], failures: [] })
})

it('cameras of two makers with the same ids are mapped apart', async () => {
  await world.setUp()
  const { companyId, admin } = world.tenant
  const [ours, theirs] = [
    await createCamera(world.server.database.runtime, companyId),
    await createCamera(world.server.database.runtime, companyId),
  ]
  const ofWatchdog = (method: CallMethod, body?: object) =>
    callApi(world.server, admin, method, '/v1/digital-watchdog/cameras', body)
  expect((await ofWatchdog('PUT', { cameras: [gate(theirs.viewId)] })).status).toBe(200)
  expect((await world.call('PUT', '/cameras', { cameras: [gate(ours.viewId)] })).status).toBe(200)
  expect((await world.call('GET', '/cameras')).body['cameras']).toMatchObject([{ viewId: ours.viewId }])
  expect((await world.call('PUT', '/cameras', { cameras: [gate(null)] })).status).toBe(200)
  expect((await world.call('GET', '/cameras')).body['cameras']).toEqual([])
  expect((await ofWatchdog('GET')).body).toMatchObject({ cameras: [{ cameraId: GATE, viewId: theirs.viewId }] })
  expect((await ofWatchdog('PUT', { cameras: [gate(null)] })).status).toBe(200)
  await world.call('DELETE')
})

it('a recording server that shows another certificate than first is told, until the password is entered again', async () => {
  await world.setUp()
  const { companyId } = world.tenant
  const { preparedDb: db, cameraGuard: guard } = world.server.container.deps
  const secure = createServer(await testCertificate())
  secure.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void secure.close())
  const recorder = {
    id: 'r',
    name: 'Recorder',
    host: '127.0.0.1',
    port: (secure.address() as AddressInfo).port,
    isSecure: true,
  }
  const see = async () => {
    const row = await inSystem(world.server.database.runtime, (tx) => findMilestoneOf(tx, companyId))
    if (row) await storeRecorders({ db, guard }, row, [recorder])
    return (await world.call('GET')).body['recorders'] as MilestoneRecorder[]
  }
  const [first] = await see()
  expect(first).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9A-F:]{95}$/), failure: null })
  expect(await see()).toEqual([first])
  secure.setSecureContext(await testCertificate('renewed'))
  const other = await see()
  expect(other).toMatchObject([{ fingerprint: first?.fingerprint, failure: { problem: 'certificate' } }])
  const fingerprint = await world.fingerprint()
  await world.call('PUT', '', world.entry({ password: undefined, fingerprint }))
  expect(await see()).toEqual(other)
  await world.call('PUT', '', world.entry({ fingerprint }))
  const [anew] = await see()
  expect(anew).toMatchObject({ failure: null })
  expect(anew?.fingerprint).not.toBe(first?.fingerprint)
  await world.call('DELETE')
})
