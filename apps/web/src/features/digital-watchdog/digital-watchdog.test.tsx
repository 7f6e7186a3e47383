import {
  addDwOrganization,
  deleteDwOrganization,
  type DwAlarm,
  findDwServers,
  listAvailableDwServers,
  listDwAlarms,
  listDwCameras,
  listDwGenericEvents,
  listDwOrganizations,
  listDwServers,
  type Operation,
  searchNodes,
  updateDwAlarms,
  updateDwCameras,
  updateDwServers,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildDwCamera, buildDwCompany, buildDwServer, dwApi } from './testing/dw-server.ts'

const boss = buildUser({ permissions: ['company.write', 'node.read'] })

async function open(change: (api: ReturnType<typeof frameApi>) => unknown = () => undefined) {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  const api = dwApi(frameApi(boss))
  change(api)
  const opened = await renderConsole('/cams/settings/digital-watchdog', { api })
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...opened, section }
}

const refuse = (operation: Operation) => (api: ReturnType<typeof frameApi>) =>
  api.on(operation, () => failure('INTERNAL', 'out of order'))

test.each([
  [listDwOrganizations, 'Error fetching company details · DIGITALWATCHDOG-001'],
  [listDwServers, 'Error fetching configured servers · DIGITALWATCHDOG-004'],
  [listDwCameras, 'Error fetching configured cameras · DIGITALWATCHDOG-008'],
  [listDwAlarms, 'Error fetching alarm mappings · DIGITALWATCHDOG-011'],
])('a failed look says what failed, and can be repeated: %o %s', async (operation, title) => {
  const { pointer, api } = await open(refuse(operation))
  const [text = ''] = title.split(' · ')
  await screen.findByText(text)
  const alert = within(screen.getByRole('alert'))
  const before = api.callsOf(operation).length
  await pointer.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.callsOf(operation).length).toBeGreaterThan(before))
})

test('a company is added with a made secret, whose address is shown once · INTEGRATIONS-001', async () => {
  const { pointer, api, section } = await open()
  await pointer.click(await (await section('Company')).findByRole('button', { name: 'Add company' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add company' }))
  await pointer.type(dialog.getByRole('textbox', { name: /Company name/ }), 'Harbour')
  await pointer.click(dialog.getByRole('button', { name: 'Make a secret' }))
  await pointer.click(dialog.getByRole('button', { name: 'Create' }))
  const rule = within(await screen.findByRole('dialog', { name: 'The rule of the system' }))
  const secret = api.callsOf(addDwOrganization)[0]?.body.companySecret ?? ''
  expect(secret).toMatch(/^[\w-]{32}$/)
  expect(await rule.findByText(`https://alarms.example/api/v1/dw/${secret}?system=sys-1`)).toBeDefined()
  expect(rule.getByLabelText('HTTP content').textContent).toContain('"camera":"{event.cameraId}"')
})

test('a company that cannot be added or deleted says so · DIGITALWATCHDOG-002 · DIGITALWATCHDOG-003', async () => {
  const { pointer, section } = await open((api) => {
    api
      .on(listDwOrganizations, () => [buildDwCompany()])
      .on(addDwOrganization, () =>
        failure('NAME_TAKEN', 'This name is taken', [{ field: 'companyName', message: 'This name is taken' }]),
      )
    refuse(deleteDwOrganization)(api)
  })
  const companies = await section('Company')
  expect(await companies.findByText('••••••••1234')).toBeDefined()
  expect(companies.getByText(/its camera Yard is not mapped/)).toBeDefined()
  await pointer.click(companies.getByRole('button', { name: 'Add company' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add company' }))
  await pointer.type(dialog.getByRole('textbox', { name: /Company name/ }), 'Harbour')
  await pointer.click(dialog.getByRole('button', { name: 'Make a secret' }))
  await pointer.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Error adding company')).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Cancel' }))
  await pointer.click(await screen.findByRole('button', { name: 'Discard' }))
  await pointer.click(await companies.findByRole('button', { name: 'Delete Harbour Guards' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Harbour Guards?' }))
  await pointer.click(question.getByRole('button', { name: 'Delete' }))
  expect(await question.findByText('Error deleting company')).toBeDefined()
})

test('a server is looked at, its certificate is shown, and it is stored with it · DIGITALWATCHDOG-005 · DIGITALWATCHDOG-007', async () => {
  const found = {
    servers: [
      {
        serverId: 'srv-2',
        serverName: 'Server 2',
        systemId: 'sys-1',
        systemName: 'Harbour',
        isOnline: true,
        isConfigured: false,
      },
    ],
    certificate: { fingerprint: 'AB:CD', subject: 'nx', validTo: '2026-12-27T12:00:00.000Z', isTrusted: false },
    failure: null,
  }
  let answers = 0
  const login = { problem: 'login' as const, message: 'x', setting: null }
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(findDwServers, () => {
        answers += 1
        return answers === 1 ? { servers: [], certificate: null, failure: login } : found
      })
      .on(updateDwServers, () => failure('ADDRESS_REFUSED', 'Could not fetch that resource')),
  )
  await pointer.click(await (await section('Servers')).findByRole('button', { name: 'Add server' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add server' }))
  await pointer.type(dialog.getByRole('textbox', { name: /Host name/ }), '192.0.2.30')
  await pointer.type(dialog.getByRole('textbox', { name: /User name/ }), 'winnow')
  await pointer.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'geheim')
  await pointer.click(dialog.getByRole('button', { name: 'Log in and find servers' }))
  expect(await dialog.findByText('Error fetching available servers for the system')).toBeDefined()
  expect(dialog.getByText('User or password is wrong')).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Log in and find servers' }))
  expect((await dialog.findByLabelText('Certificate (SHA-256)')).textContent).toBe('AB:CD')
  expect(dialog.getByText(/^Issued to nx · valid until/)).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Save server' }))
  expect(await dialog.findByText('Error updating servers')).toBeDefined()
  // What was typed is still there.
  expect(dialog.getByRole('textbox', { name: /Host name/ })).toHaveProperty('value', '192.0.2.30')
  const [kept, added] = api.callsOf(updateDwServers)[0]?.body.servers ?? []
  expect(kept).toMatchObject({ serverId: 'srv-1' })
  expect(kept).not.toHaveProperty('password')
  expect(added).toMatchObject({ serverId: 'srv-2', password: 'geheim', fingerprint: 'AB:CD', port: 7001 })
})

test('a refused look at a server says what failed, beside the field too; what was found before is not stored · DIGITALWATCHDOG-005', async () => {
  const foundAt = (serverName: string) => ({
    servers: [
      { serverId: serverName, serverName, systemId: 's', systemName: 'Harbour', isOnline: true, isConfigured: false },
    ],
    certificate: null,
    failure: null,
  })
  let answers = 0
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(findDwServers, () => {
        answers += 1
        return answers === 2
          ? failure('VALIDATION', 'x', [{ field: 'ipAddress', message: 'Enter another address' }])
          : foundAt(`Server of look ${answers}`)
      })
      .on(updateDwServers, () => failure('INTERNAL', 'x')),
  )
  const servers = await section('Servers')
  const openDialog = async () => {
    await pointer.click(await servers.findByRole('button', { name: 'Add server' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add server' }))
    await pointer.type(dialog.getByRole('textbox', { name: /Host name/ }), '192.0.2.30')
    await pointer.type(dialog.getByRole('textbox', { name: /User name/ }), 'winnow')
    await pointer.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'geheim')
    return dialog
  }
  const dialog = await openDialog()
  const look = () => pointer.click(dialog.getByRole('button', { name: 'Log in and find servers' }))
  await look()
  await dialog.findByRole('radio', { name: /Server of look 1/ })
  await look()
  expect(await dialog.findByText('Error fetching available servers for the system')).toBeDefined()
  expect(dialog.queryByRole('radio')).toBeNull()
  await look()
  expect(await dialog.findByRole('radio', { name: /Server of look 3/, checked: true })).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Save server' }))
  expect(await dialog.findByText('Error updating servers')).toBeDefined()
  expect(api.callsOf(updateDwServers)[0]?.body.servers.at(-1)).toMatchObject({ serverName: 'Server of look 3' })
  await pointer.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await pointer.click(servers.getByRole('button', { name: 'Remove Server 1' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Server 1?' }))
  // The error of the other dialog is not that of this one.
  expect(question.queryByText('Error updating servers')).toBeNull()
})

test.each([
  [{ isUp: true, problem: null, setting: null }, 'The event log is read.'],
  [{ isUp: false, problem: null, setting: null }, 'The event log will be read in a moment.'],
  [{ isUp: false, problem: 'closed' as const, setting: null }, /the connection was lost, and is tried again/],
  [{ isUp: false, problem: 'login' as const, setting: null }, /User or password is wrong/],
  [{ isUp: false, problem: 'refused' as const, setting: 'WINNOW_X=1' }, 'WINNOW_X=1'],
])('a server says whether its event log is read: %o', async (state, text) => {
  const { section } = await open((api) =>
    api.on(listDwServers, () => [buildDwServer({ log: { seenAt: null, ...state } })]),
  )
  expect(await (await section('Servers')).findByText(text)).toBeDefined()
})

test('the rule of a company says when its systems cannot be named · DIGITALWATCHDOG-004', async () => {
  const { pointer, section } = await open((api) => {
    api.on(listDwOrganizations, () => [buildDwCompany()])
    refuse(listDwServers)(api)
  })
  await pointer.click(await (await section('Company')).findByRole('button', { name: 'Rule' }))
  const rule = within(await screen.findByRole('dialog', { name: 'The rule of the system' }))
  expect(await rule.findByText('Error fetching configured servers')).toBeDefined()
})

test('a system that cannot be asked is told with what to do · DIGITALWATCHDOG-006', async () => {
  const refused = { problem: 'refused' as const, message: 'x', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=192.0.2.30' }
  const { pointer, section } = await open((api) =>
    api.on(listAvailableDwServers, () => ({
      servers: [],
      failures: [{ systemId: 'sys-1', systemName: 'Harbour', failure: refused }],
    })),
  )
  const servers = await section('Servers')
  await pointer.click(await servers.findByRole('button', { name: 'Ask all systems' }))
  expect(await servers.findByText('Error fetching all available servers: Harbour')).toBeDefined()
  expect(servers.getByText('WINNOW_ALLOWED_NETWORKS_CAMERAS=192.0.2.30')).toBeDefined()
})

test('a camera is mapped by the keyboard; the mapping survives a failed save · DIGITALWATCHDOG-009', async () => {
  let isBroken = true
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listDwCameras, () => ({ cameras: [buildDwCamera(1), buildDwCamera(2)], failures: [] }))
      .on(searchNodes, () => [
        { kind: 'view' as const, id: OURS, name: 'North gate', path: 'Port › Quay › North gate' },
      ])
      .on(updateDwCameras, () => (isBroken ? failure('INTERNAL', 'x') : { numberOfMappedCameras: 1 })),
  )
  const cameras = await section('Cameras')
  await pointer.click(await cameras.findByRole('button', { name: 'Choose Camera 2' }))
  await cameras.findByRole('combobox', { name: 'Your camera for Camera 2' })
  await screen.findByRole('option', { name: 'Port › Quay › North gate' })
  await pointer.keyboard('{ArrowDown}{Enter}')
  expect(await cameras.findByText(/North gate$/)).toBeDefined()
  expect(cameras.getByText('not saved')).toBeDefined()
  await pointer.click(cameras.getByRole('button', { name: 'Save' }))
  expect(await cameras.findByText('Error updating configured cameras')).toBeDefined()
  await pointer.click(cameras.getByRole('button', { name: 'Load again' }))
  expect(cameras.getByText(/North gate$/)).toBeDefined()
  expect(cameras.getByText('not saved')).toBeDefined()
  isBroken = false
  await pointer.click(cameras.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(cameras.queryByText(/not saved/)).toBeNull())
  expect(api.callsOf(searchNodes)[0]?.query).toMatchObject({ search: 'Camera 2' })
  expect(api.callsOf(updateDwCameras).at(-1)?.body.cameras).toEqual([
    expect.objectContaining({ cameraId: 'cam-2', viewId: OURS }),
  ])
})

test('2,000 cameras render only the rows that are seen, and are searched', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => buildDwCamera(index + 1))
  const { pointer, section } = await open((api) => api.on(listDwCameras, () => ({ cameras: many, failures: [] })))
  const cameras = await section('Cameras')
  expect(await cameras.findByText('2000 cameras of 2000')).toBeDefined()
  expect(cameras.getAllByRole('listitem').length).toBeLessThan(60)
  await pointer.type(cameras.getByRole('searchbox', { name: 'Search cameras' }), 'camera 1999')
  expect(await cameras.findByText('1 camera of 2000')).toBeDefined()
})

test('an event of the system becomes a mapping, which survives a failed save · DIGITALWATCHDOG-010 · DIGITALWATCHDOG-012', async () => {
  let isBroken = true
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listDwGenericEvents, () => (isBroken ? failure('INTERNAL', 'x') : { events: [EVENT], failures: [] }))
      .on(updateDwAlarms, ({ body }) => (isBroken ? failure('INTERNAL', 'x') : body.alarms)),
  )
  const alarms = await section('Alarms')
  await pointer.click(await alarms.findByRole('button', { name: 'Show events of the systems' }))
  expect(await alarms.findByText('Error fetching generic events')).toBeDefined()
  isBroken = false
  await pointer.click(alarms.getByRole('button', { name: 'Try again' }))
  await pointer.click(await alarms.findByRole('button', { name: /^Map analyticsSdkEvent/ }))
  const mapping = within(alarms.getByRole('group', { name: 'Mapping 1' }))
  await pointer.selectOptions(mapping.getByRole('combobox', { name: 'Means' }), 'line')
  isBroken = true
  await pointer.click(alarms.getByRole('button', { name: 'Save' }))
  expect(await alarms.findByText('Error updating alarm mappings')).toBeDefined()
  isBroken = false
  await pointer.click(alarms.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateDwAlarms)).toHaveLength(2))
  const expected: Partial<DwAlarm> = { alarmEventId: 'nx.Line', alarmName: 'Fence', cameraId: '', eventType: 'line' }
  expect(api.callsOf(updateDwAlarms)[1]?.body.alarms).toMatchObject([expected])
})

test.each([
  [[buildDwServer()], /logged no events/],
  [[], /Add a server first/],
])('without events, the reason is shown: %#', async (servers, text) => {
  const { pointer, api, section } = await open((fake) =>
    fake.on(listDwServers, () => servers).on(listDwGenericEvents, () => ({ events: [], failures: [] })),
  )
  const alarms = await section('Alarms')
  const show = await alarms.findByRole('button', { name: 'Show events of the systems' })
  await pointer.click(show)
  expect(await alarms.findByText(text)).toBeDefined()
  expect(alarms.queryByRole('list', { name: 'Events of the last seven days' })).toBeNull()
  // Pressed again, the systems are asked again.
  await pointer.click(show)
  await waitFor(() => expect(api.callsOf(listDwGenericEvents)).toHaveLength(2))
})

test('nothing is said about the events of a system that cannot be asked', async () => {
  const unreachable = { problem: 'unreachable' as const, message: 'x', setting: null }
  const failures = [{ systemId: 'sys-1', systemName: 'Harbour', failure: unreachable }]
  const { pointer, section } = await open((fake) =>
    fake.on(listDwServers, () => [buildDwServer()]).on(listDwGenericEvents, () => ({ events: [], failures })),
  )
  const servers = await section('Servers')
  await servers.findByRole('button', { name: 'Ask all systems' })
  const alarms = await section('Alarms')
  await pointer.click(await alarms.findByRole('button', { name: 'Show events of the systems' }))
  expect(await alarms.findByText(/: Harbour$/)).toBeDefined()
  expect(alarms.queryByText(/logged no events/)).toBeNull()
})

test('mappings that are changed while others are saved stay, and are saved next', async () => {
  let answer = Promise.withResolvers<void>()
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listDwCameras, () => ({ cameras: [buildDwCamera(1), buildDwCamera(2)], failures: [] }))
      .on(searchNodes, () => [
        { kind: 'view' as const, id: OURS, name: 'North gate', path: 'Port › Quay › North gate' },
      ])
      .on(updateDwCameras, async () => {
        await answer.promise
        return { numberOfMappedCameras: 1 }
      })
      .on(updateDwAlarms, async ({ body }) => {
        await answer.promise
        return body.alarms
      }),
  )
  const cameras = await section('Cameras')
  const choose = async (name: string) => {
    await pointer.click(await cameras.findByRole('button', { name: `Choose ${name}` }))
    await cameras.findByRole('combobox', { name: `Your camera for ${name}` })
    await screen.findByRole('option', { name: 'Port › Quay › North gate' })
    await pointer.keyboard('{ArrowDown}{Enter}')
  }
  await choose('Camera 1')
  await pointer.click(cameras.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateDwCameras)).toHaveLength(1))
  await choose('Camera 2')
  answer.resolve()
  expect(await cameras.findByText('1 change is not saved')).toBeDefined()
  await pointer.click(await cameras.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateDwCameras)).toHaveLength(2))
  const sent = api.callsOf(updateDwCameras).map(({ body }) => body.cameras.map(({ cameraId }) => cameraId))
  expect(sent).toEqual([['cam-1'], ['cam-2']])

  answer = Promise.withResolvers<void>()
  const alarms = await section('Alarms')
  await pointer.click(await alarms.findByRole('button', { name: 'Add mapping' }))
  await pointer.click(alarms.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateDwAlarms)).toHaveLength(1))
  await pointer.click(alarms.getByRole('button', { name: 'Add mapping' }))
  answer.resolve()
  const before = api.callsOf(listDwAlarms).length
  await waitFor(() => expect(api.callsOf(listDwAlarms).length).toBeGreaterThan(before))
  await waitFor(() => expect(alarms.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
  expect(alarms.getAllByRole('group', { name: /^Mapping/ })).toHaveLength(2)
})

test('a user without the right sees no settings of systems', async () => {
  const api = dwApi(frameApi(buildUser({ permissions: ['node.read'] })))
  await renderConsole('/cams/settings/digital-watchdog', { api })
  await screen.findByRole('navigation', { name: 'Settings' })
  expect(screen.queryByRole('link', { name: 'Digital Watchdog' })).toBeNull()
  expect(api.callsOf(listDwOrganizations)).toEqual([])
})

const OURS = '01900000-0000-7000-8000-000000000777'
const EVENT = {
  systemName: 'Harbour',
  cameraServerId: 'srv-1',
  cameraId: 'cam-1',
  alarmType: 'analyticsSdkEvent',
  alarmName: 'Fence',
  actionType: 'execHttpRequestAction',
  alarmEventId: 'nx.Line',
  cameraName: 'Camera 1',
  count: 3,
  lastAt: '2026-11-26T10:00:00.000Z',
}
