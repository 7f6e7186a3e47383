import type { Holiday } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date('2026-11-26T12:00:00Z') } })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const get = async (path: string) => callApi(server, tenant.admin, 'GET', path)
const dates = (body: Holiday[], name: string) => body.filter((each) => each.name === name).map(({ date }) => date)

describe('holidays of a region', () => {
  it('are those of a year, of the current one and of the coming one · HOLIDAYS-001', async () => {
    expect(dates((await get('/holidays/GB-ENG?year=2027')).body, 'Good Friday')).toEqual(['2027-03-26'])
    expect(dates((await get('/holidays/GB-ENG')).body, 'Good Friday')).toEqual(['2026-04-03'])
    expect(dates((await get('/holidays/GB-ENG/currentyear')).body, 'Good Friday')).toEqual(['2026-04-03'])
    expect(dates((await get('/holidays/gb-eng/comingyear')).body, 'Good Friday')).toEqual(['2027-03-26'])
  })

  it('say their date, also for people, kind, and what stands in for which', async () => {
    const { body } = await get('/holidays/GB-ENG?year=2027')
    expect(body.filter(({ date }: Holiday) => date >= '2027-12-25')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          date: '2027-12-25',
          prettyDate: 'Sat, 25 December 2027',
          type: 'public',
          isSubstitute: false,
        }),
        expect.objectContaining({ date: '2027-12-27', isSubstitute: true }),
      ]),
    )
  })

  it('differ by state, and those that begin in the evening have the date of their day', async () => {
    expect(dates((await get('/holidays/DE-BY?year=2027')).body, 'Epiphany')).toEqual(['2027-01-06'])
    const berlin: Holiday[] = (await get('/holidays/DE-BE?year=2027')).body
    expect(berlin.find(({ date, type }) => date === '2027-01-06' && type === 'public')).toBeUndefined()
    expect(dates((await get('/holidays/IL?year=2027')).body, 'Purim')).toEqual(['2027-03-23', '2027-03-24'])
  })

  it('of several regions are those of the coming year, by a comma list · HOLIDAYS-002', async () => {
    const { body } = await get('/holidays/regions/comingyear?regionIds=DE-BY,GB-ENG')
    expect(new Set(body.map(({ regionId }: Holiday) => regionId))).toEqual(new Set(['DE-BY', 'GB-ENG']))
    expect(body.every(({ date }: Holiday) => date.startsWith('2027'))).toBe(true)
  })

  it.each([
    ['a region that nobody knows', '/holidays/GB-ZZZ', 404, 'region'],
    ['one of several that nobody knows', '/holidays/regions/comingyear?regionIds=GB,XX', 404, 'regionIds'],
    ['no region', '/holidays/regions/comingyear?regionIds=', 400, 'regionIds'],
    ['a year that is too far away', '/holidays/GB?year=2200', 400, 'year'],
    ['what is no region', '/holidays/nonsense', 400, 'region'],
  ])('are refused with the field for %s', async (_what, path, status, field) => {
    expect(await get(path)).toMatchObject({ status, body: { errors: [{ field }] } })
  })
})

it('regions are listed with their countries · HOLIDAYS-003', async () => {
  const { body } = await get('/hdayregions')
  expect(body.length).toBeGreaterThan(600)
  expect(body).toContainEqual({ id: 'GB', name: 'United Kingdom', label: 'United Kingdom' })
  expect(body).toContainEqual({ id: 'DE-BY', name: 'Bayern', label: 'Germany, Bayern' })
})
