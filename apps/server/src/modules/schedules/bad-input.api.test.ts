import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { newId } from '../../platform/ids.ts'

const NIGHTS = [{ day: 1, start: '22:00', end: '06:00' }]
const CROSSING = [...NIGHTS, { day: 2, start: '05:59', end: '07:00' }]

let server: TestServer
let tenant: Tenant
let stranger: Tenant
let templateId: string
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date('2027-01-11T12:00:00Z') } })
  tenant = await createTenant(server.database.runtime)
  stranger = await createTenant(server.database.runtime)
  templateId = (await call('POST', '/v1/schedule-template', { name: 'Kept', weekly: NIGHTS })).body.id
  await call('PUT', `/site/${tenant.siteId}/schedule`, { templateId })
})
afterAll(() => server.close())

const call = (method: CallMethod, path: string, body?: object) => callApi(server, tenant.admin, method, path, body)

/** Everything that a refused call could have saved in part. */
const saved = async () =>
  Promise.all(
    [
      `/site/${tenant.siteId}`,
      `/site/${tenant.siteId}/schedule`,
      `/view/${tenant.viewId}/schedule`,
      `/v1/site/${tenant.siteId}/arming`,
      '/v1/schedule-template?limit=100',
      '/v1/background-jobs',
    ].map(async (path) => {
      const { status, body } = await call('GET', path)
      expect(status).toBe(200)
      return body
    }),
  )

type Case = [what: string, method: CallMethod, path: () => string, body: () => object, status: number, field: string]

const site = () => `/site/${tenant.siteId}/schedule`
const view = () => `/view/${tenant.viewId}/schedule`
const templates = () => '/v1/schedule-template'
const template = () => `/v1/schedule-template/${templateId}`
const many = () => '/v1/schedule-template/interval/bulk'
const attempt = () => '/v1/schedule/try'
const arming = (rest = '') => `/v1/site/${tenant.siteId}/arming${rest}`
const followers = { sites: 1, views: 0, rules: 0 }
const link = (regionId: string) => ({ regionId, types: ['public'] })

const CASES: Case[] = [
  ['crossing windows of a template', 'PUT', template, () => ({ weekly: CROSSING, followers }), 400, 'weekly.1'],
  [
    'crossing windows of many',
    'POST',
    many,
    () => ({ templateIds: [templateId], intervals: CROSSING, followers }),
    400,
    'intervals.1',
  ],
  ['crossing windows of a site', 'PUT', site, () => ({ weekly: CROSSING }), 400, 'weekly.1'],
  ['crossing windows of a camera', 'PUT', view, () => ({ weekly: CROSSING }), 400, 'weekly.1'],
  [
    'crossing windows that are tried',
    'POST',
    attempt,
    () => ({ siteId: tenant.siteId, weekly: CROSSING }),
    400,
    'weekly.1',
  ],
  [
    'an inverted range',
    'PUT',
    view,
    () => ({ weekly: NIGHTS, closingDays: [{ from: '2027-02-02', to: '2027-02-01', name: 'x' }] }),
    400,
    'closingDays.0',
  ],
  ['an unknown zone', 'PUT', () => `/site/${tenant.siteId}`, () => ({ timezone: 'Mars/Base' }), 400, 'timezone'],
  [
    'an unknown region of a new template',
    'POST',
    templates,
    () => ({ name: 'New', holidays: link('XX') }),
    400,
    'holidays.regionId',
  ],
  [
    'an unknown region of a template',
    'PUT',
    template,
    () => ({ holidays: link('DE-XX'), followers }),
    400,
    'holidays.regionId',
  ],
  [
    'an unknown region of a site',
    'PUT',
    site,
    () => ({ weekly: NIGHTS, holidays: link('XX') }),
    400,
    'holidays.regionId',
  ],
  [
    'an unknown region that is tried',
    'POST',
    attempt,
    () => ({ viewId: tenant.viewId, holidays: link('XX') }),
    400,
    'holidays.regionId',
  ],
  [
    'a malformed region',
    'PUT',
    view,
    () => ({ weekly: NIGHTS, holidays: link('no region') }),
    400,
    'holidays.regionId',
  ],
  [
    'an unknown type of holidays',
    'PUT',
    view,
    () => ({ weekly: NIGHTS, holidays: { regionId: 'ES', types: ['odd'] } }),
    400,
    'holidays.types.0',
  ],
  ['no id', 'PUT', site, () => ({ templateId: 'x' }), 400, 'templateId'],
  ['an unknown device type', 'PUT', site, () => ({ deviceType: 3, weekly: NIGHTS }), 400, 'deviceType'],
  [
    'an end of a disarm that is past',
    'PUT',
    arming,
    () => ({ state: 'disarmed', until: '2027-01-11T11:00:00Z' }),
    400,
    'until',
  ],
  ['a state that does not exist', 'PUT', arming, () => ({ state: 'asleep' }), 400, 'state'],
  ['no date of a message', 'PUT', arming, () => ({ state: 'disarmed', sentAt: 'now' }), 400, 'sentAt'],
  [
    'a time to be armed by that does not exist',
    'PUT',
    () => arming('/due'),
    () => ({ due: { time: '24:00', days: [1] } }),
    400,
    'due.time',
  ],
  ['no day to be armed on', 'PUT', () => arming('/due'), () => ({ due: { time: '19:00', days: [] } }), 400, 'due.days'],
  ['an unknown template for a site', 'PUT', site, () => ({ templateId: newId() }), 404, 'templateId'],
  ['another tenant’s template for a site', 'PUT', site, () => ({ templateId: stranger.scheduleId }), 404, 'templateId'],
  [
    'another tenant’s template for a camera',
    'PUT',
    view,
    () => ({ templateId: stranger.scheduleId }),
    404,
    'templateId',
  ],
  [
    'another tenant’s template that is tried',
    'POST',
    attempt,
    () => ({ templateId: stranger.scheduleId }),
    404,
    'templateId',
  ],
  ['another tenant’s site that is tried', 'POST', attempt, () => ({ siteId: stranger.siteId }), 404, 'siteId'],
  [
    'another tenant’s template among many',
    'POST',
    many,
    () => ({ templateIds: [templateId, stranger.scheduleId], intervals: NIGHTS, followers }),
    404,
    'templateIds',
  ],
  [
    'another tenant’s template in place of one',
    'DELETE',
    () => `${template()}?replaceBy=${stranger.scheduleId}`,
    () => ({}),
    404,
    'replaceBy',
  ],
]

describe('nothing is saved, and the field is named, for', () => {
  it.each(CASES)('%s · SCHEDULES-003', async (_what, method, path, body, status, field) => {
    const before = await saved()
    const reply = await call(method, path(), method === 'DELETE' ? undefined : body())
    expect(reply).toMatchObject({ status, body: { errors: [{ field }] } })
    expect(await saved()).toEqual(before)
  })
})

it('another tenant’s site and camera in the address are not found', async () => {
  for (const path of [`/site/${stranger.siteId}/schedule`, `/view/${stranger.viewId}/schedule`]) {
    expect((await call('PUT', path, { weekly: NIGHTS })).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
    expect((await callApi(server, stranger.admin, 'GET', path)).body.weekly).toBeNull()
  }
  expect((await call('PUT', `/v1/site/${stranger.siteId}/arming`, { state: 'disarmed' })).status).toBe(404)
  expect((await call('GET', '/holidays/XX')).status).toBe(404)
  // Cameras of others are left out of a job; none are left here.
  const apply = await call('POST', `/schedule/${templateId}/bulk-apply`, {
    viewIds: [stranger.viewId],
    overwrite: true,
  })
  expect(apply).toMatchObject({ status: 400, body: { code: 'NO_VALID_VIEWS' } })
})
