import { liveEvent } from '@winnow/contract'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { until } from '../../../test/until.ts'
import { inTenant } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import { startLiveWorld, type LiveWorld } from './live.fixture.ts'
import { publishAllLive } from './publish-live.ts'

let world: LiveWorld

beforeAll(async () => {
  world = await startLiveWorld()
})
afterEach(() => world.leave())
afterAll(() => world.close())

describe('the live stream', () => {
  it('begins with its position, so that it can be resumed before the first event', async () => {
    const stream = await world.listen(world.tenant.admin.cookie)
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    await until('the first message', async () => stream.messages.length > 0)
    expect(stream.messages[0]).toMatchObject({ id: expect.stringMatching(/.+/), data: { type: 'KEEP_ALIVE' } })
  })

  it('sends events in order, each with a different id', async () => {
    const stream = await world.listen(world.tenant.admin.cookie)
    for (const id of ['one', 'two', 'three']) await world.announce(id)
    expect(await stream.hears(3)).toEqual(['one', 'two', 'three'])
    const ids = stream.messages.filter(({ data }) => data.id).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  it('sends KEEP_ALIVE, CAMERA_REGISTERED, CAMERA_NOT_REGISTERED and DISCONNECT as JSON · LIVEEVENTS-012', async () => {
    const { companyId, projectId, siteId, viewId } = world.tenant
    const messages: LiveMessage[] = [
      { type: 'CAMERA_REGISTERED', siteId, projectId, views: [{ id: viewId, name: 'Gate' }] },
      {
        type: 'CAMERA_NOT_REGISTERED',
        siteId,
        projectId,
        planCapacity: { isValid: false, message: 'The plan has no room' },
      },
      { type: 'DISCONNECT', siteId, projectId, viewIds: [viewId] },
    ]
    const stream = await world.listen(world.tenant.admin.cookie)
    await inTenant(world.server.database.runtime, companyId, (tx) =>
      publishAllLive(
        tx,
        messages.map((message) => ({ companyId, message })),
      ),
    )
    await stream.hears(3)
    const sent = stream.messages.map(({ data }) => liveEvent.parse(data))
    expect(sent).toEqual([{ type: 'KEEP_ALIVE' }, ...messages])
  })

  it('reports once when the disk is low, when it is full and when it is neither any more', async () => {
    const { tenant, server, disk, ticker } = world
    const stream = await world.listen(tenant.admin.cookie)
    await until('the first message', async () => stream.messages.length > 0)
    /** Triggers the next check of the disk. Streams are checked more often, and each check must end before the next. */
    const fiveSeconds = async () => {
      for (const half of [2_500, 2_500]) {
        ticker.advance(half)
        await world.check()
      }
    }
    // The required free space is one megabyte.
    for (const [index, freeBytes] of [1_500_000, 500_000, undefined].entries()) {
      disk.freeBytes = freeBytes
      await fiveSeconds()
      expect(await stream.hears(index + 1)).toEqual(Array(index + 1).fill('disk.changed'))
      const { body } = await callApi(server, tenant.admin, 'GET', '/v1/home')
      expect(body.attention.lowDisk).toEqual(freeBytes === undefined ? null : { freeBytes, wantedBytes: 1_048_576 })
      await fiveSeconds()
    }
    await world.announce('after')
    expect(await stream.hears(4)).toEqual([...Array(3).fill('disk.changed'), 'after'])
  })

  it('resumes after the last event that a browser received, with all later events', async () => {
    const first = await world.listen(world.tenant.admin.cookie)
    await world.announce('heard')
    await first.hears(1)
    const position = await first.position()
    first.close()
    for (const id of ['missed 1', 'missed 2']) await world.announce(id)
    const second = await world.listen(world.tenant.admin.cookie, position)
    await world.announce('after')
    expect(await second.hears(3)).toEqual(['missed 1', 'missed 2', 'after'])
  })

  it('does not lose an event whose transaction began before the last event and committed after it', async () => {
    const late = new Client({ connectionString: world.server.database.url })
    await late.connect()
    try {
      await late.query('begin')
      await late.query(`select set_config('app.company_id', $1, true)`, [world.tenant.companyId])
      const payload = {
        id: 'late',
        projectId: world.tenant.projectId,
        siteId: world.tenant.siteId,
        viewId: world.tenant.viewId,
      }
      await late.query(`insert into live_event (company_id, type, payload) values ($1, 'alarm.created', $2)`, [
        world.tenant.companyId,
        payload,
      ])
      const first = await world.listen(world.tenant.admin.cookie)
      await world.announce('early')
      await first.hears(1)
      const position = await first.position()
      first.close()
      await late.query('commit')
      const second = await world.listen(world.tenant.admin.cookie, position)
      expect(await second.hears(1)).toEqual(['late'])
    } finally {
      await late.end()
    }
  })

  it('reports a gap after a long absence, because the missed events are unknown', async () => {
    const stream = await world.listen(world.tenant.admin.cookie, 'nonsense')
    expect(await stream.hears(1)).toEqual(['resync'])
  })

  it('sends nothing to other tenants', async () => {
    const [ours, theirs] = [await world.listen(world.tenant.admin.cookie), await world.listen(world.other.admin.cookie)]
    await world.announce('ours')
    await world.announce('theirs', world.other)
    await ours.hears(1)
    await theirs.hears(1)
    expect([ours.names(), theirs.names()]).toEqual([['ours'], ['theirs']])
  })

  it('does not reveal another tenant’s events when it resumes after a position of that tenant', async () => {
    const theirs = await world.listen(world.other.admin.cookie)
    await world.announce('for them', world.other)
    await theirs.hears(1)
    const [first] = theirs.messages
    const ours = await world.listen(world.tenant.admin.cookie, first?.id)
    await world.announce('for us')
    expect((await ours.hears(1)).at(-1)).toBe('for us')
    expect(ours.names()).not.toContain('for them')
  })

  it('requires a login', async () => {
    expect((await world.server.app.inject('/api/v1/server-sent-events')).statusCode).toBe(401)
  })
})
