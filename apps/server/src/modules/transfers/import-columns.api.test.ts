import type { Allowance } from '@winnow/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inSystem } from '../../platform/db/transaction.ts'
import { codes, startTransferLab, type Transfers } from './transfers.fixture.ts'

let lab: Awaited<ReturnType<typeof startTransferLab>>
let own: Transfers
/** What the plan of every company allows. */
let allowance: Allowance
beforeAll(async () => {
  lab = await startTransferLab({ productCapacity: { allowanceOf: async () => allowance } })
})
afterAll(() => lab.close())
beforeEach(async () => {
  allowance = { most: null, included: null }
  own = await lab.company()
})

const csv = (heading: string, ...lines: string[]) => [heading, ...lines].join('\n')
const inDatabase = (query: ReturnType<typeof sql>) =>
  inSystem(lab.server.database.runtime, async (tx) => (await query.execute(tx)).rows)
const unlock = (unlocks: object) =>
  inDatabase(sql`update company set unlocks = ${JSON.stringify(unlocks)}::jsonb where id = ${own.tenant.companyId}`)
const PRO = { isAdvancedAlarmUnlocked: true }
/** The products of the cameras of one client, by the cameras' names. */
const productsOf = async (client = 'Harbour') =>
  (
    await inDatabase(sql`select v.name || ': ' || array_to_string(v.products, ' ') as text
      from view v join project p on p.id = v.project_id
      where v.company_id = ${own.tenant.companyId} and p.name = ${client} order by v.name`)
  ).map((row) => (row as { text: string }).text)

const SITE = 'site_timezone,site_address,site_idle_hours,site_active,site_contacts,site_notes'
const CAMERA = 'integration,active,products,wanted,sensitivity,merge_seconds,thermal,ptz,channel,device_model'
const FULL = csv(
  `client,site,camera,${SITE},${CAMERA}`,
  [
    'Harbour,North,Gate,Europe/Rome,1 Quay Street,12,no',
    '"keyholder | Bo Keys | | bo@keys.example\nprimary | Ada | +44 20 7946 0000 |"',
    '"Ring first.\n=Dog!"',
    'api,no,none,vehicle person,5,0,yes,yes,7,DS-1',
  ].join(','),
)

describe('the columns of an import', () => {
  it('hold what the forms of a site and of a camera hold', async () => {
    await own.run(await own.preview(FULL))
    const { rows } = (await own.call('GET', '/v1/projects?search=Harbour')).body
    const [listed] = (await own.call('GET', `/project/${rows[0].id}/site`)).body
    expect((await own.call('GET', `/site/${listed.id}`)).body).toMatchObject({
      ownTimezone: 'Europe/Rome',
      address: '1 Quay Street',
      ownIdleHours: 12,
      status: { active: false },
      contacts: [
        { type: 3, name: 'Bo Keys', phone: null, email: 'bo@keys.example' },
        { type: 1, name: 'Ada', phone: '+44 20 7946 0000', email: null },
      ],
      notes: 'Ring first.\n=Dog!',
    })
    expect((await own.call('GET', `/site/${listed.id}/view`)).body).toMatchObject([
      {
        integration: 'api',
        status: { active: false },
        products: [],
        wantedClasses: ['person', 'vehicle'],
        sensitivity: 5,
        mergeWindowSeconds: 0,
        thermal: true,
        ptz: true,
        channel: '7',
        deviceModel: 'DS-1',
      },
    ])
  })

  it('of an export change nothing here, and make the same in another company', async () => {
    await own.run(await own.preview(FULL))
    const exported = Buffer.from(await own.download('/v1/export?keys=own'))
    expect((await own.preview(exported)).counts).toEqual({ create: 0, update: 0, none: 2, problem: 0 })
    const other = await lab.company()
    await other.run(await other.preview(exported))
    const lines = (text: string) => text.split('\r\n').filter((line) => line.includes('Harbour'))
    expect(lines(await other.download('/v1/export?keys=own'))).toEqual(lines(exported.toString()))
  })

  it('name the values that change, which are the audit entry', async () => {
    await own.run(await own.preview(FULL))
    const changed = FULL.replace('Ring first.', 'Ring last.').replace('yes,yes,7', 'yes,no,7')
    const planned = await own.preview(changed)
    expect(planned.all).toMatchObject([{ action: 'update', changes: ['site_notes', 'ptz'] }])
    await own.run(planned)
    expect(
      await inDatabase(sql`select action, before, after from audit
        where company_id = ${own.tenant.companyId} and action in ('site.changed', 'view.changed') order by 1`),
    ).toEqual([
      { action: 'site.changed', before: { notes: 'Ring first.\n=Dog!' }, after: { notes: 'Ring last.\n=Dog!' } },
      { action: 'view.changed', before: { ptz: true }, after: { ptz: false } },
    ])
  })

  it('refuse what the forms refuse, by the same rules · VALIDATION-022 VALIDATION-023 VALIDATION-037', async () => {
    const site = (cell: string) => `Harbour,North ${cell.length},${cell},,,,,,`
    const planned = await own.preview(
      csv(
        'client,site,site_contacts,site_address,site_idle_hours,site_notes,camera,sensitivity,products',
        site('primary | Ada | call me'),
        site('"primary | Ada | 112\nkeyholder | Bo | keys.example@"'),
        site('primary | Ada | 112 | ada+1@keys.example'),
        site('primary | Ada | |'),
        site('boss | Ada | 112'),
        `Harbour,A,,${'x'.repeat(101)},,,,,`,
        'Harbour,B,,,169,,,,',
        `Harbour,C,,,,${'x'.repeat(2_049)},,,`,
        'Harbour,D,,,,,Gate,6,',
        'Harbour,D,,,,,Gate,,detekt',
      ),
    )
    const rules = planned.all.map(({ problems: [problem] }) =>
      [problem?.column, problem?.rule, problem?.limit, problem?.entry].filter((each) => each !== undefined).join(' '),
    )
    expect(rules).toEqual([
      'site_contacts phone 1',
      'site_contacts emailInvalid 2',
      'site_contacts emailAlias 1',
      'site_contacts phoneOrEmail 1',
      'site_contacts',
      'site_address textMax 100',
      'site_idle_hours numMax 168',
      'site_notes textMax 2048',
      'sensitivity numMax 5',
      'products',
    ])
    const failed = await own.download(`/v1/imports/${planned.id}/problems`)
    expect(failed).toContain('"Contacts of the site, entry 1, is not valid. Phone number is invalid."')
    await own.call('PUT', '/auth/language', { language: 'de' })
    expect(await own.download(`/v1/imports/${planned.id}/problems`)).toContain(
      '"Kontakte des Standorts, Eintrag 1, ist ungültig.',
    )
  })

  it('accept an old value that breaks a newer rule, as long as it stays', async () => {
    await inDatabase(sql`update site set name = ${'North\u202e'}, address = ${'a\nb'} where id = ${own.tenant.siteId}`)
    const exported = await own.download('/v1/export')
    expect((await own.preview(Buffer.from(exported))).counts).toMatchObject({ none: 1, problem: 0 })
    const changed = await own.preview(Buffer.from(exported.replace('a\nb', 'a\nc')))
    expect(changed.all.flatMap(({ problems }) => problems)).toMatchObject([
      { code: 'INVALID', column: 'site_address', rule: 'plainLine' },
    ])
  })
})

describe('the products of an import', () => {
  const cameras = (...products: string[]) =>
    csv('client,site,camera,products', ...products.map((each, at) => `Harbour,North,Camera ${at},${each}`))

  it('are refused line by line if the company does not have them · BULK-006', async () => {
    const planned = await own.preview(cameras('detect detect_pro', 'detect', 'investigate'))
    expect(codes(planned.all)).toEqual([[2, 'PRODUCT_LOCKED products '], [3], [4, 'PRODUCT_LOCKED products ']])
    await unlock(PRO)
    const open = await own.preview(cameras('detect detect_pro', 'detect'))
    await unlock({})
    expect(await own.call('POST', `/v1/imports/${open.id}/run`)).toMatchObject({
      status: 403,
      body: { code: 'PRODUCT_LOCKED' },
    })
  })

  it('are switched on as far as the plan has room, and switched off', async () => {
    await unlock(PRO)
    allowance = { most: 2, included: null }
    const text = cameras('detect_pro', 'detect detect_pro', 'detect detect_pro')
    const planned = await own.preview(text)
    expect(codes(planned.all)).toEqual([[2], [3], [4, 'CAPACITY_REACHED products ']])
    await own.run(planned)
    expect(await productsOf()).toEqual(['Camera 0: detect_pro', 'Camera 1: detect detect_pro'])
    await own.run(await own.preview(cameras('none', 'detect')))
    expect(await productsOf()).toEqual(['Camera 0: ', 'Camera 1: detect'])
    // Less room than at the preview: the line fails, with the reason.
    const later = await own.preview(cameras('detect_pro', 'detect_pro'))
    allowance = { most: 1, included: null }
    expect(await own.run(later)).toMatchObject({ statFailed: 1, logFailed: [{ code: 'CAPACITY_REACHED' }] })
    expect(await productsOf()).toEqual(['Camera 0: detect_pro', 'Camera 1: detect'])
  })

  it('that cost more need consent before anything is changed', async () => {
    await unlock(PRO)
    allowance = { most: null, included: 0 }
    const planned = await own.preview(cameras('detect detect_pro'))
    expect(planned.counts).toMatchObject({ create: 1, problem: 0 })
    const run = () => own.call('POST', `/v1/imports/${planned.id}/run`)
    const refused = await run()
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONSENT_NEEDED', consentCode: 'activate-cameras' } })
    expect(await own.cameras()).toEqual([])
    const url = `/v1/company/${own.tenant.companyId}/consent`
    const { content } = (await own.call('GET', `${url}/activate-cameras`)).body
    await own.call('POST', url, { consentCode: 'activate-cameras', content })
    expect(await own.run(planned)).toMatchObject({ statProcessed: 1, statFailed: 0 })
    expect(await productsOf()).toEqual(['Camera 0: detect detect_pro'])
  })
})

it('a key is shown with its client, site and camera, and left out of others', async () => {
  await own.run(
    await own.preview(csv('client,client_key,site,site_key,camera,camera_key', 'Harbour,C1,North,S1,Gate,V1')),
  )
  const [client] = (await own.call('GET', '/v1/projects?search=Harbour')).body.rows
  const [site] = (await own.call('GET', `/project/${client.id}/site`)).body
  const [view] = (await own.call('GET', `/site/${site.id}/view`)).body
  expect([client, site, view].map(({ externalKey }) => externalKey)).toEqual(['C1', 'S1', 'V1'])
  const { rows } = (await own.call('GET', '/v1/views/figures')).body
  const keys = rows.map((row: { name: string; externalKey?: string }) => [row.name, row.externalKey])
  expect(keys).toContainEqual(['Gate', 'V1'])
  expect((await own.call('GET', `/view/${own.tenant.viewId}`)).body).not.toHaveProperty('externalKey')
})

it('a key stays with the object that an import gave it to: what had it before cannot be restored, alone or with others', async () => {
  const lines = (name: string) =>
    csv(
      'client,client_key,site,site_key,camera,camera_key',
      `${name},C1,North,S1,Gate,V1`,
      `${name},C1,North,S1,Yard,V2`,
    )
  const runLines = async (name: string) => own.run(await own.preview(lines(name)))
  const idOf = async (name: string) => (await own.call('GET', `/v1/projects?search=${name}`)).body.rows[0].id
  await runLines('Harbour')
  const first = await idOf('Harbour')
  const [site] = (await own.call('GET', `/project/${first}/site`)).body
  const [gate, yard] = (await own.call('GET', `/site/${site.id}/view`)).body
  const restore = (id: string) => own.call('POST', `/v1/nodes/${id}/restore`)
  const refused = (message: RegExp) => ({
    status: 409,
    body: { code: 'KEY_TAKEN', errors: [{ field: 'externalKey', message: expect.stringMatching(message) }] },
  })
  const removal = await own.call('DELETE', `/company/${own.tenant.companyId}/views`, {
    viewIds: [gate.id, yard.id],
    asBackgroundJob: true,
  })
  const removed = await own.finished(removal.body)
  await own.run(await own.preview(csv('client,site,camera,camera_key', 'Harbour,North,New gate,V1')))
  expect(await restore(gate.id)).toMatchObject(refused(/“New gate” has the key “V1” of “Gate”/))
  const undone = await own.finished((await own.call('POST', `/v1/background-jobs/${removed.id}/restore`)).body)
  expect(undone).toMatchObject({ statFailed: 1, logFailed: [{ id: gate.id, code: 'KEY_TAKEN' }] })
  await own.call('DELETE', `/project/${first}`)
  await own.run(await own.preview(csv('client,site,camera,camera_key', 'Quay,South,Yard,V2')))
  // The client's own key is free, but one of its cameras has lost its key.
  expect(await restore(first)).toMatchObject(refused(/“Yard” has the key “V2”/))
  await own.call('DELETE', `/project/${await idOf('Quay')}`)
  expect((await restore(first)).status).toBe(200)
})

describe('a preview', () => {
  it('can be discarded with its lines, unless it was imported', async () => {
    const planned = await own.preview(csv('client', 'Harbour'))
    const url = `/v1/imports/${planned.id}`
    expect((await own.call('DELETE', url)).body).toEqual({ success: true })
    expect((await own.call('GET', url)).status).toBe(404)
    expect(await inDatabase(sql`select 1 from tree_import_line where import_id = ${planned.id}`)).toEqual([])
    const done = await own.preview(csv('client', 'Harbour'))
    await own.run(done)
    expect((await own.call('DELETE', `/v1/imports/${done.id}`)).body).toMatchObject({ code: 'CONFLICT' })
    const other = await lab.company()
    expect((await other.call('DELETE', `/v1/imports/${done.id}`)).status).toBe(404)
  })
})
