import {
  type AuditEntry,
  exportAudit,
  getCompany,
  listAuditFacets,
  listCompanies,
  listCompanyAudit,
  listTokens,
  listViewAudit,
  searchNodes,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { tokenPage } from '../../testing/build-token.ts'
import { buildCompany } from '../../testing/build-company.ts'
import { buildUser } from '../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { changesOf } from './changes.ts'

const entry: AuditEntry = {
  id: '01900000-0000-7000-8000-0000000000e1',
  time: '2026-11-21T02:00:00Z',
  userId: '01900000-0000-7000-8000-0000000000aa',
  userName: 'Ada Admin',
  impersonatorName: null,
  companyId: '01900000-0000-7000-8000-000000000001',
  objectType: 'site',
  objectId: '01900000-0000-7000-8000-000000000051',
  objectName: 'Gate',
  places: [
    { kind: 'project', id: '01900000-0000-7000-8000-000000000052', name: 'Acme', deleted: false },
    { kind: 'site', id: '01900000-0000-7000-8000-000000000051', name: 'Gate', deleted: false },
  ],
  alarmReceivedAt: null,
  looks: 1,
  action: 'site.changed',
  before: { name: 'Gat', timezone: 'UTC' },
  after: { name: 'Gate', timezone: 'UTC' },
  address: '192.0.2.1',
}

const apiWith = (rows: AuditEntry[], count = rows.length, user = buildUser({ permissions: ['audit.read'] })) =>
  frameApi(user)
    .on(listCompanyAudit, () => ({ rows, count, countIsExact: true, page: 1, limit: 30 }))
    .on(listAuditFacets, () => ({ actions: ['site.changed'], objects: ['site'], users: [] }))
    .on(exportAudit, () => new Response('csv', { headers: { 'content-type': 'text/csv' } }))

const CAMERA = { kind: 'view' as const, id: '01900000-0000-7000-8000-000000000053', name: 'Dock', deleted: false }
const look: AuditEntry = {
  ...entry,
  id: '01900000-0000-7000-8000-0000000000e2',
  action: 'alarm.viewed',
  objectType: 'alarm',
  objectId: '01900000-0000-7000-8000-0000000000f1',
  objectName: null,
  places: [...entry.places, CAMERA],
  alarmReceivedAt: '2026-11-21T01:30:00Z',
  before: null,
  after: null,
}

describe('names are shown for ids', () => {
  const linkOf = async (shown: AuditEntry) => {
    await renderConsole('/cams/audit-log', { api: apiWith([shown], 1, buildUser()) })
    const row = (await screen.findAllByRole('row'))[1]
    if (row === undefined) throw new Error('no row')
    return { text: row.textContent, link: within(row).queryByRole('link')?.getAttribute('href') ?? null }
  }

  test.each<[string, AuditEntry, string, string | null]>([
    ['a site', entry, 'Gate', '/cams/clients/u?site=01900000-0000-7000-8000-000000000051'],
    ['an alarm', look, 'Dock · 21/11/2026', '/cams/alarms/01900000-0000-7000-8000-0000000000f1'],
    ['an alarm that was deleted', { ...look, alarmReceivedAt: null }, 'Dock (deleted)', null],
    [
      'a camera that was deleted',
      { ...look, objectType: 'view', places: [...entry.places, { ...CAMERA, deleted: true }] },
      'Dock (deleted)',
      null,
    ],
    [
      'a receiver at its site',
      { ...entry, objectType: 'receiver', objectName: 'Station' },
      'Station · Gate',
      '/cams/clients/u?site=01900000-0000-7000-8000-000000000051',
    ],
    ['looks at one camera', { ...look, looks: 12 }, 'Alarm looked at × 12', `/cams/clients/u?cam=${CAMERA.id}`],
    ['a user', { ...entry, objectType: 'user', objectName: 'Bob', places: [] }, 'Bob', '/cams/account?search=Bob'],
    ['a token', { ...entry, objectType: 'token', objectName: null, places: [] }, 'API token', null],
  ])('of %s', async (_what, shown, text, href) => {
    const { text: row, link } = await linkOf(shown)
    expect(row).toContain(text)
    expect(link).toBe(href)
    expect(row).not.toMatch(/01900000-/)
  })
})

describe('views of pictures', () => {
  test('are shown by a switch, and an entry lists those that it groups', async () => {
    const folded = { ...look, looks: 2 }
    const api = apiWith([folded]).on(listCompanyAudit, ({ query }) => {
      const rows = query?.fold === undefined ? [folded] : [look, { ...look, id: entry.id }]
      return { rows, count: rows.length, countIsExact: true, page: 1, limit: 30 }
    })
    const { pointer } = await renderConsole('/cams/audit-log', { api })
    await pointer.click(await screen.findByRole('switch', { name: 'Looks at pictures' }))
    await waitFor(() => expect(api.callsOf(listCompanyAudit).at(-1)?.query).toMatchObject({ looks: 'true' }))
    await pointer.click(await screen.findByRole('button', { name: 'Show details of Alarm looked at' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getAllByRole('row')).toHaveLength(3))
    expect(api.callsOf(listCompanyAudit).at(-1)?.query).toMatchObject({ fold: folded.id })
  })
})

describe('the history of one object', () => {
  test('of a camera lists its changes, with the camera’s name as the title', async () => {
    const api = apiWith([])
      .on(searchNodes, () => [{ kind: 'view' as const, id: CAMERA.id, name: 'Dock', path: 'Acme / Gate' }])
      .on(listViewAudit, () => ({ rows: [entry], count: 1, countIsExact: true, page: 1, limit: 30 }))
    const { pointer } = await renderConsole(`/cams/audit-log?view=${CAMERA.id}`, { api })
    expect(await screen.findByRole('heading', { name: 'History of Acme / Gate / Dock' })).toBeDefined()
    expect(api.callsOf(listViewAudit)[0]?.params).toEqual({ id: CAMERA.id })
    expect(api.callsOf(listCompanyAudit)).toEqual([])
    await pointer.click(screen.getByRole('link', { name: 'Show the whole log' }))
    await waitFor(() => expect(api.callsOf(listCompanyAudit)).toHaveLength(1))
  })

  test('of a user lists their actions and the changes of them', async () => {
    const person = '01900000-0000-7000-8000-0000000000ab'
    const api = apiWith([entry]).on(listAuditFacets, () => ({
      actions: [],
      objects: [],
      users: [{ id: person, name: 'Bob' }],
    }))
    await renderConsole(`/cams/audit-log?person=${person}`, { api })
    expect(await screen.findByRole('heading', { name: 'History of Bob' })).toBeDefined()
    expect(api.callsOf(listCompanyAudit)[0]?.query).toMatchObject({ person })
  })
})

describe('the audit log', () => {
  test('requests page 1 with thirty entries, and further pages on demand · AUDIT-001', async () => {
    const api = apiWith([entry], 70)
    const { pointer } = await renderConsole('/cams/audit-log', { api })
    expect(await screen.findByRole('cell', { name: 'Gate' })).toBeDefined()
    expect(api.callsOf(listCompanyAudit)[0]?.query).toEqual({ page: '1', limit: '30' })
    expect(screen.getByText('70 entries')).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: '3' }))
    await waitFor(() => expect(api.callsOf(listCompanyAudit).at(-1)?.query).toMatchObject({ page: '3' }))
    expect(location.search).toBe('?page=3')
  })

  test('shows who acted for whom, and the changes field by field', async () => {
    const api = apiWith([{ ...entry, impersonatorName: 'Sue Super' }])
    const { pointer } = await renderConsole('/cams/audit-log', { api })
    expect(await screen.findByRole('cell', { name: 'Sue Super acting for Ada Admin' })).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Show details of Site changed' }))
    const dialog = await screen.findByRole('dialog', { name: 'Site changed' })
    const cells = within(dialog)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(cells).toEqual(['name', 'Gat', 'Gate'])
  })

  test('describes actions in words, and shows the code of an unknown one', async () => {
    const unknown = { ...entry, id: '01900000-0000-7000-8000-0000000000e2', action: 'site.painted' }
    const api = apiWith([{ ...entry, action: 'second-factor.set-up' }, unknown])
    await renderConsole('/cams/audit-log', { api })
    expect(await screen.findByRole('cell', { name: 'Two-factor set up' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'site.painted' })).toBeDefined()
  })

  test('uses the filters of the address, also for the export', async () => {
    const api = apiWith([entry])
    const { pointer } = await renderConsole('/cams/audit-log?action=site.changed&since=2026-11-20T00:00:00.000Z', {
      api,
    })
    await screen.findByRole('cell', { name: 'Gate' })
    const filters = { action: 'site.changed', since: '2026-11-20T00:00:00.000Z' }
    expect(api.callsOf(listCompanyAudit)[0]?.query).toMatchObject(filters)
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(api.callsOf(exportAudit)[0]?.query).toEqual({ ...filters, looks: 'false' }))
  })

  test('of another company can be chosen by super users, by name', async () => {
    const other = '01900000-0000-7000-8000-000000000002'
    const user = buildUser({ roles: ['SUPER_USER'], permissions: ['audit.read', 'companies.manage'] })
    const northern = buildCompany({ id: other, name: 'Northern Guard' })
    const counts = { userCount: 1, siteCount: 1, viewCount: 1 }
    const api = apiWith([entry], 70, user)
      .on(getCompany, ({ params }) => (params.id === other ? northern : buildCompany()))
      .on(listCompanies, () => ({
        rows: [{ ...northern, ...counts }],
        count: 1,
        countIsExact: true,
        page: 1,
        limit: 20,
      }))
    const { pointer } = await renderConsole('/cams/audit-log?page=2', { api })
    const picker = await screen.findByRole('combobox', { name: 'Company' })
    await waitFor(() => expect(picker).toHaveProperty('value', 'Demo Security'))
    expect(api.callsOf(listCompanyAudit)[0]?.params).toEqual({ id: user.companyId })
    await pointer.clear(picker)
    await pointer.type(picker, 'north')
    await waitFor(() => expect(api.callsOf(listCompanies).at(-1)?.query).toMatchObject({ search: 'north' }))
    await pointer.click(await screen.findByRole('option', { name: 'Northern Guard', hidden: true }))
    await waitFor(() => expect(api.callsOf(listCompanyAudit).at(-1)?.params).toEqual({ id: other }))
    expect(api.callsOf(listAuditFacets).at(-1)?.params).toEqual({ id: other })
    expect(location.search).toBe(`?company=${other}`)
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(api.callsOf(exportAudit)[0]?.params).toEqual({ id: other }))
  })

  test('always shows the own company to other users, even with another one in the address', async () => {
    const api = apiWith([entry])
    await renderConsole('/cams/audit-log?company=01900000-0000-7000-8000-000000000002', { api })
    await screen.findByRole('cell', { name: 'Gate' })
    expect(api.callsOf(listCompanyAudit)[0]?.params).toEqual({ id: entry.companyId })
    expect(screen.queryByRole('combobox', { name: 'Company' })).toBeNull()
  })

  test('is hidden without the right', async () => {
    const user = buildUser({ roles: ['CREATE_TOKEN_USER'], permissions: ['token.create'] })
    await renderConsole('/cams/audit-log', { api: frameApi(user).on(listTokens, () => tokenPage()) })
    await waitFor(() => expect(location.pathname).toBe('/cams/settings/integrations'))
  })
})

describe('changed fields', () => {
  test.each([
    ['a new object has only new values', undefined, { name: 'A' }, [{ field: 'name', before: '', after: 'A' }]],
    ['a deleted object has only old values', { name: 'A' }, null, [{ field: 'name', before: 'A', after: '' }]],
    ['an inner field has its path', { a: { b: 1 } }, { a: { b: 2 } }, [{ field: 'a.b', before: '1', after: '2' }]],
    ['a list is one value', { l: [1] }, { l: [1, 2] }, [{ field: 'l', before: '[1]', after: '[1,2]' }]],
    ['nothing is nothing', { a: 1 }, { a: 1 }, []],
  ])('%s', (_what, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes)
  })
})
