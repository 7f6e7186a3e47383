import { createFakeClock, dialTcp, diallerFrame, type DiallerEvent, readDiallerAnswer } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { failCommits } from '../../../test/fail-commits.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { type Running, startDc09 } from '../../roles.ts'
import { listUnknownPanels } from './unknown-panels.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let running: Running[]
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let account: string
let accounts = 0x10_00

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_DC09: 'on', WINNOW_DC09_PORT: '0' } })
  running = await startDc09(server.container)
  tenant = await createTenant(server.database.runtime)
})
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await server.close()
})
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  await change(camera.viewId, '3')
  account = (accounts++).toString(16).toUpperCase()
  clock.advance(3_600_000)
})

const reply = (method: CallMethod, url: string, payload?: object) => callApi(server, tenant.admin, method, url, payload)
const call = async (method: CallMethod, url: string, payload?: object) => (await reply(method, url, payload)).body
const panelUrl = () => `/v1/site/${camera.siteId}/panel`
const change = (viewId: string, channel: string) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('view').set({ channel }).where('id', '=', viewId).execute())
const set = async (settings: object = {}): Promise<Buffer | undefined> => {
  const body = { account: account.toLowerCase(), encryption: 'none', arms: false, area: null, ...settings }
  const { key } = await call('PUT', panelUrl(), body)
  return key === null ? undefined : Buffer.from(key, 'hex')
}
async function send(event: Partial<DiallerEvent>, key?: Buffer): Promise<string> {
  const dialler = await dialTcp(server.container.ports.dc09)
  const line = { account, ...(key ? { key } : {}) }
  const whole = { id: 'SIA-DCS', sequence: 1, content: 'Nri1/BA003^Gate^', at: clock.now(), ...event }
  try {
    return readDiallerAnswer(await dialler.send(diallerFrame(line, whole)), key).kind
  } finally {
    dialler.close()
  }
}

interface Signal {
  id: string
  kind: string | null
  source: string
  alarmId: string | null
  recipient: string
  event: string | null
}
const signalsAt = (url: string, count: number): Promise<Signal[]> =>
  until(`${count} read signals`, async () => {
    const rows: Signal[] = await call('GET', url)
    return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
  })
const signals = (count: number) => signalsAt(`/v1/view/${camera.viewId}/signals`, count)
const unmatched = (count: number) => signalsAt(`/v1/site/${camera.siteId}/unmatched-signals`, count)

describe('a message of a panel', () => {
  it('is stored before its ACK, and becomes an alarm of the camera with its detector', async () => {
    const key = await set({ encryption: 'aes256' })
    expect(key).toHaveLength(32)
    expect(await send({}, key)).toBe('ACK')
    const [row] = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('signal').select(['id', 'raw_key']).where('view_id', '=', camera.viewId).execute(),
    )
    expect(await server.container.deps.media.head(row?.raw_key ?? '')).toBeDefined()
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ id: row?.id, source: 'dc09', kind: 'alarm', event: 'Burglary alarm (BA)' })
    expect(signal?.recipient).toBe(`${account}/3`)
    expect(await call('GET', `/alarm/${signal?.alarmId}`)).toMatchObject({ source: 'dc09', frameCount: 0 })
    expect((await call('GET', panelUrl())).panel).toMatchObject({ seenAt: clock.now().toISOString(), problem: null })
  })

  it('whose row cannot be committed is not acknowledged', async () => {
    await set()
    const mend = await failCommits(server.database.owner)
    const dialler = await dialTcp(server.container.ports.dc09)
    const frame = (sequence: number, content: string) =>
      diallerFrame({ account }, { id: 'SIA-DCS', sequence, content, at: null })
    try {
      dialler.write(frame(1, 'NBA003'))
      // Answers come in order: the first one is that to the second message.
      expect(readDiallerAnswer(await dialler.send(frame(2, 'nonsense')))).toMatchObject({
        kind: 'DUH',
        sequence: '0002',
      })
    } finally {
      await mend()
    }
    expect(readDiallerAnswer(await dialler.send(frame(1, 'NBA003')))).toMatchObject({ kind: 'ACK', sequence: '0001' })
    dialler.close()
    await signals(1)
  })

  it('that comes again is acknowledged and stored once, and its restore ends nothing that waits', async () => {
    await set()
    expect([await send({}), await send({}), await send({ sequence: 2, content: 'Nri1/BR003' })]).toEqual([
      'ACK',
      'ACK',
      'ACK',
    ])
    const rows = await signals(2)
    expect(rows.map(({ kind }) => kind)).toEqual(['stop', 'alarm'])
  })

  it('of several detectors is one signal for each, and one without a camera is kept where people see it', async () => {
    await set()
    expect(await send({ content: 'Nri1/BA003/BA009' })).toBe('ACK')
    await signals(1)
    const [lost] = await unmatched(1)
    expect(lost).toMatchObject({ recipient: `${account}/9`, kind: 'alarm', alarmId: null })
  })

  it('that only says that the line works keeps the panel alive and makes no signal', async () => {
    const key = await set({ encryption: 'aes128' })
    expect(await send({ id: 'NULL', sequence: 0, content: undefined }, key)).toBe('ACK')
    expect(await send({ content: 'Nri0/RP000' }, key)).toBe('ACK')
    expect((await call('GET', panelUrl())).panel).toMatchObject({ seenAt: clock.now().toISOString() })
    expect(await call('GET', `/v1/site/${camera.siteId}/unmatched-signals`)).toEqual([])
  })

  it('beyond what a camera may send is not acknowledged until there is room again', async () => {
    await set()
    const { byCamera } = server.container.deps.limits
    while (byCamera.take(camera.viewId, clock.now()));
    const dialler = await dialTcp(server.container.ports.dc09)
    const frame = (content: string) => diallerFrame({ account }, { id: 'SIA-DCS', sequence: 1, content, at: null })
    dialler.write(frame('NBA003'))
    expect(readDiallerAnswer(await dialler.send(frame('nonsense'))).kind).toBe('DUH')
    const problem = async () => (await call('GET', `/v1/view/${camera.viewId}/way-in`)).problem?.code
    await until('the note', async () => (await problem()) === 'too-many')
    clock.advance(60_000)
    expect(readDiallerAnswer(await dialler.send(frame('NBA003'))).kind).toBe('ACK')
    dialler.close()
  })
})

describe('what is wrong with a panel', () => {
  it('is noted with what it sent, until a message is taken', async () => {
    const key = await set({ encryption: 'aes128' })
    const problem = async () => (await call('GET', panelUrl())).panel.problem?.code
    expect(await send({ sequence: 9 }, key)).toBe('ACK')
    expect(await send({})).toBe('DUH')
    expect(await problem()).toBe('plain')
    expect(await send({}, Buffer.alloc(16, 1))).toBe('DUH')
    expect(await problem()).toBe('wrong-key')
    expect(await send({ at: new Date(0) }, key)).toBe('NAK')
    expect(await problem()).toBe('clock')
    clock.advance(1_000)
    expect(await send({}, key)).toBe('ACK')
    const { panel } = await call('GET', panelUrl())
    expect(panel.seenAt > panel.problem.at).toBe(true)
  })

  it('with an account that nobody has is listed for those who run the installation, until somebody sets it', async () => {
    expect(await send({})).toBe('DUH')
    expect((await call('GET', panelUrl())).unknown).toBeNull()
    const listed = async () =>
      (await inSystem(server.database.runtime, (tx) => listUnknownPanels(tx))).filter(
        (each) => each.account === account,
      )
    expect(await listed()).toMatchObject([
      { account, address: '127.0.0.1', times: 1, lastAt: clock.now().toISOString() },
    ])
    await set()
    expect(await listed()).toEqual([])
    expect((await server.container.deps.metrics.render()).body).toContain('winnow_panel_problems_total{why="unknown"}')
  })
})

describe('the settings of a panel', () => {
  it('make a key once for each size, and another when it is asked for; it is sealed, and stands in no log', async () => {
    const first = await set({ encryption: 'aes192' })
    expect([first?.length, await set({ encryption: 'aes192', arms: true })]).toEqual([24, undefined])
    expect(await send({}, first)).toBe('ACK')
    const second = await set({ encryption: 'aes192', newKey: true })
    expect(second?.equals(first ?? Buffer.alloc(0))).toBe(false)
    expect(await send({ sequence: 2 }, second)).toBe('ACK')
    expect(server.logLines.join('').toUpperCase()).not.toContain(second?.toString('hex').toUpperCase())
    expect(JSON.stringify(await call('GET', panelUrl()))).not.toContain(second?.toString('hex').toUpperCase())
  })

  it('refuse an account that another panel has, of whatever company', async () => {
    await set()
    const theirs = await createTenant(server.database.runtime)
    const there = await createCamera(server.database.runtime, theirs.companyId)
    const body = { account, encryption: 'none', arms: false, area: null }
    const refused = await callApi(server, theirs.admin, 'PUT', `/v1/site/${there.siteId}/panel`, body)
    expect(refused).toMatchObject({ status: 409, body: { code: 'ACCOUNT_TAKEN', errors: [{ field: 'account' }] } })
  })

  it('end with the panel, and with its site', async () => {
    await set()
    await call('DELETE', panelUrl())
    expect([(await call('GET', panelUrl())).panel, await send({})]).toEqual([null, 'DUH'])
    await set()
    expect(await send({})).toBe('ACK')
    await call('DELETE', `/site/${camera.siteId}`)
    expect(await send({ sequence: 2 })).toBe('DUH')
  })
})

describe('opening and closing', () => {
  const state = async () => (await call('GET', `/v1/site/${camera.siteId}/arming`)).status
  const last = async () => (await call('GET', `/v1/site/${camera.siteId}/arming/history`)).rows[0]
  const useArming = () =>
    inSystem(server.database.runtime, (tx) =>
      tx.updateTable('site').set({ schedule_device_type: 2 }).where('id', '=', camera.siteId).execute(),
    )

  it('disarm and arm the site by the one function, once for each message', async () => {
    await useArming()
    const key = await set({ encryption: 'aes128', arms: true })
    expect(await send({ content: 'Nri1/OP7' }, key)).toBe('ACK')
    expect(await state()).toBe('disarmed')
    expect(await last()).toMatchObject({ way: 'panel', by: `${account} / 7`, refusal: null })
    clock.advance(5_000)
    const armed = { id: 'ADM-CID', sequence: 2, content: '3401 01 007' }
    expect([await send(armed, key), await send(armed, key)]).toEqual(['ACK', 'ACK'])
    expect(await state()).toBe('armed')
    expect((await call('GET', `/v1/site/${camera.siteId}/arming/history`)).rows).toHaveLength(2)
  })

  it('in clear only arm, since an account is no secret', async () => {
    await useArming()
    await set({ arms: true })
    expect(await send({ content: 'Nri1/OP7' })).toBe('ACK')
    expect([await state(), (await last()).refusal]).toEqual(['armed', 'only-arms'])
  })

  it('that were recorded change nothing later', async () => {
    await useArming()
    const key = await set({ encryption: 'aes128', arms: true })
    const at = clock.now()
    await send({ content: 'Nri1/OP', at }, key)
    clock.advance(30_000)
    await send({ content: 'Nri1/CL', sequence: 2 }, key)
    // In the time that the standard allows, and after it.
    expect(await send({ content: 'Nri1/OP', at }, key)).toBe('ACK')
    expect(await state()).toBe('armed')
    clock.advance(120_000)
    expect(await send({ content: 'Nri1/OP', at }, key)).toBe('NAK')
    expect(await state()).toBe('armed')
  })

  it('that were recorded change nothing under another number, also where the clock of the panel is ahead', async () => {
    await useArming()
    const key = await set({ encryption: 'aes128', arms: true })
    const at = new Date(clock.now().getTime() + 15_000)
    expect(await send({ content: 'Nri1/OP', at }, key)).toBe('ACK')
    expect(await state()).toBe('disarmed')
    clock.advance(5_000)
    await send({ content: 'Nri1/CL', sequence: 2 }, key)
    clock.advance(3_000)
    expect(await send({ content: 'Nri1/OP', sequence: 3, at }, key)).toBe('ACK')
    expect([await state(), (await last()).refusal]).toEqual(['armed', 'repeated'])
  })

  it('of another part of the panel, or of one that may not, change nothing', async () => {
    await useArming()
    const key = await set({ encryption: 'aes128', arms: true, area: 2 })
    expect(await send({ content: 'Nri1/OP' }, key)).toBe('ACK')
    expect(await state()).toBe('armed')
    expect(await send({ content: 'Nri2/OP', sequence: 2 }, key)).toBe('ACK')
    expect(await state()).toBe('disarmed')
    await set({ encryption: 'aes128', arms: false })
    expect(await send({ content: 'Nri2/CL', sequence: 3 }, key)).toBe('ACK')
    expect(await state()).toBe('disarmed')
  })
})
