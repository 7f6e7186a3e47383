import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const call = (method: CallMethod, url: string, payload?: object) =>
  callApi(server, { cookie: tenant.admin.cookie }, method, url, payload)

async function createSite(name: string, body: object = {}) {
  const { body: project } = await call('POST', `/company/${tenant.companyId}/project`, { name: `${name} client` })
  const { body: site } = await call('POST', `/project/${project.id}/site`, { name, ...body })
  return site
}

const ADA = { type: 1, name: 'Ada Lamm', phone: '+49 40 123-456', email: null }
const BO = { type: 3, name: 'Bo Keys', phone: null, email: 'bo@keys.example' }
const CY = { type: 3, name: 'Cy Keys', phone: '(020) 7946 0000 ext. 12', email: 'cy@keys.example' }
const DEE = { type: 2, name: 'Dee Wire', phone: '112', email: null }
const ED = { type: 4, name: 'Ed', phone: '0171/234567', email: null }

describe('the details of a site', () => {
  it('are stored in order, kept by changes that do not name them, and recorded in the audit log', async () => {
    const contacts = [BO, ADA, CY, DEE, ED]
    const details = { address: '1 Quay Street', notes: 'Gate opens at 6.\nDog!', contacts, idleHours: 12 }
    const site = await createSite('Details', details)
    expect(site).toMatchObject({ ...details, ownIdleHours: 12 })
    await call('PUT', `/site/${site.id}`, { name: 'Details', timezone: 'Asia/Tokyo' })
    expect((await call('GET', `/site/${site.id}`)).body).toMatchObject({ ...details, timezone: 'Asia/Tokyo' })
    clock.advance(1_000)
    const after = { name: 'Details', address: '', notes: ' ', contacts: [ADA], idleHours: null }
    const { body: changed } = await call('PUT', `/site/${site.id}`, after)
    expect(changed).toMatchObject({ address: null, notes: null, contacts: [ADA], idleHours: 24, ownIdleHours: null })
    const { body: log } = await call('GET', `/audit/site/${site.id}?action=site.changed`)
    expect(log.rows[0]).toMatchObject({
      before: { ...details, ownIdleHours: 12 },
      after: { contacts: [ADA], address: null },
    })
  })

  it('are left out of lists of sites', async () => {
    const site = await createSite('Light', { notes: 'Long' })
    const { body: list } = await call('GET', `/project/${site.projectId}/site`)
    expect(list).toHaveLength(1)
    expect(list[0]).not.toHaveProperty('notes')
    expect(list[0]).not.toHaveProperty('contacts')
  })

  it('accept 2 to 168 idle hours, and follow the company’s 24 without their own · VALIDATION-044', async () => {
    const site = await createSite('Idle')
    expect(site).toMatchObject({ idleHours: 24, ownIdleHours: null })
    for (const idleHours of [1, 169, 2.5, '12'])
      expect(
        (await call('PUT', `/site/${site.id}`, { name: 'Idle', idleHours })).body.errors,
        String(idleHours),
      ).toEqual([{ field: 'idleHours', message: expect.any(String) }])
    for (const idleHours of [2, 168])
      expect((await call('PUT', `/site/${site.id}`, { name: 'Idle', idleHours })).body).toMatchObject({ idleHours })
  })

  it.each([
    ['an address of 101 characters · VALIDATION-037', { address: 'x'.repeat(101) }, 'address'],
    ['an address of two lines', { address: 'a\nb' }, 'address'],
    ['notes of 2049 characters · VALIDATION-041', { notes: 'x'.repeat(2_049) }, 'notes'],
    ['a contact of an unknown type', { contacts: [{ ...ADA, type: 5 }] }, 'contacts.0.type'],
    ['a contact without a name · VALIDATION-036', { contacts: [ADA, { ...BO, name: ' ' }] }, 'contacts.1.name'],
    ['a name with a line break', { contacts: [{ ...ADA, name: 'a\nb' }] }, 'contacts.0.name'],
    ['a phone number with letters', { contacts: [{ ...ADA, phone: 'call me' }] }, 'contacts.0.phone'],
    ['a phone number of two digits', { contacts: [{ ...ADA, phone: '12' }] }, 'contacts.0.phone'],
    ['a contact that cannot be reached', { contacts: [{ ...ADA, phone: ' ' }] }, 'contacts.0.phone'],
    ['21 contacts', { contacts: Array.from({ length: 21 }, () => ADA) }, 'contacts'],
  ])('refuse %s', async (_what, change, field) => {
    const site = await createSite(`Refusing ${Math.random()}`)
    const { status, body } = await call('PUT', `/site/${site.id}`, { name: site.name, ...change })
    expect(status).toBe(400)
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect((await call('GET', `/site/${site.id}`)).body).toEqual(site)
  })

  it.each([
    ['keys.example', 'missing the "@" character', 'VALIDATION-022'],
    ['bo+1@keys.example', 'Email aliases with + characters are not supported', 'VALIDATION-023'],
    ['bo@keys', 'invalid email', 'VALIDATION-024'],
  ])('refuse a contact with the email %s: %s · %s', async (email, message) => {
    const site = await createSite(`Mail ${email}`)
    const { body } = await call('PUT', `/site/${site.id}`, { name: site.name, contacts: [ADA, { ...BO, email }] })
    expect(body.errors).toEqual([{ field: 'contacts.1.email', message }])
  })
})

describe('two people who edit the same node', () => {
  it('do not overwrite each other’s change of a site without having seen it', async () => {
    const site = await createSite('Shared', { notes: 'First', contacts: [ADA] })
    const url = `/site/${site.id}`
    await call('PUT', url, { name: 'Shared', notes: 'Second', basedOn: { notes: 'First' } })
    const late = await call('PUT', url, { name: 'Shared', notes: 'Third', basedOn: { name: 'Shared', notes: 'First' } })
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT', message: expect.stringMatching(/: notes$/) } })
    expect((await call('GET', url)).body).toMatchObject({ notes: 'Second' })
    // Another field is no conflict, and neither is a list whose objects have their keys in another order.
    const { type, name, phone, email } = ADA
    const elsewhere = { contacts: [BO], basedOn: { contacts: [{ email, phone, name, type }] } }
    expect((await call('PUT', url, { name: 'Shared', ...elsewhere })).body).toMatchObject({
      notes: 'Second',
      contacts: [BO],
    })
    expect((await call('PUT', url, { name: 'Shared', notes: 'Third', basedOn: { notes: 'Second' } })).status).toBe(200)
  })

  it('nor of a client or a camera', async () => {
    const site = await createSite('Cameras')
    const project = `/project/${site.projectId}`
    await call('PUT', project, { name: 'Renamed', basedOn: { name: 'Cameras client' } })
    const other = await call('PUT', project, { name: 'Other', basedOn: { name: 'Cameras client' } })
    expect(other.body).toMatchObject({ code: 'CONFLICT' })

    const { body: view } = await call('POST', `/site/${site.id}/view`, { name: 'Gate' })
    const url = `/view/${view.id}`
    const saw = { sensitivity: 3, status: { active: true }, wantedClasses: view.wantedClasses, ptz: false }
    const { body: first } = await call('PUT', url, { sensitivity: 4, ptz: true, basedOn: saw })
    expect(first).toMatchObject({ sensitivity: 4, ptz: true })
    const second = await call('PUT', url, {
      sensitivity: 5,
      thermal: true,
      basedOn: { sensitivity: 3, thermal: false },
    })
    expect(second.body).toMatchObject({ code: 'CONFLICT' })
    expect((await call('GET', url)).body).toMatchObject({ sensitivity: 4, thermal: false })
  })

  it('of which only one succeeds when both save at once', async () => {
    const site = await createSite('Race', { notes: '0' })
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((notes) =>
        call('PUT', `/site/${site.id}`, { name: 'Race', notes, basedOn: { notes: '0' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  it('learn who changed a node last, and when', async () => {
    const site = await createSite('Seen')
    const url = `/v1/nodes/site/${site.id}/last-change`
    expect((await call('GET', url)).body).toEqual({ change: null })
    clock.advance(1_000)
    const at = clock.now().toISOString()
    await call('PUT', `/site/${site.id}`, { name: 'Seen', notes: 'x' })
    expect((await call('GET', url)).body).toEqual({ change: { at, by: 'ADMIN_USER' } })
    expect((await call('GET', `/v1/nodes/view/${site.id}/last-change`)).body).toEqual({ change: null })
  })
})
