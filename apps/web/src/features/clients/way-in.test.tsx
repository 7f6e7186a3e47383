import {
  deleteConnection,
  getSiteWaysIn,
  getWayIn,
  lookAtDeviceHosts,
  type DeviceWayIn,
  setConnection,
  WAY_IN_STATES,
  type WayInState,
  writeDeviceHost,
} from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const CONNECT = `/cams/clients/u?cam=${viewId(1)}&tab=connect`
const found = (change: Partial<DeviceWayIn>): DeviceWayIn => ({
  state: 'working',
  lastEventAt: '2026-11-21T02:00:00.000Z',
  lastSeenAt: '2026-11-21T02:00:00.000Z',
  problem: null,
  system: null,
  connection: null,
  ...change,
})
const TEXTS: Record<WayInState, RegExp> = {
  empty: /^Not set up Nothing is set up/,
  unconnected: /^Never connected Something is set up/,
  silent: /^Silent It worked, but nothing has arrived/,
  failing: /^Failing It worked, but the device does not get through/,
  working: /^Working The device gets through/,
}

test.each(WAY_IN_STATES)('the state %s of a way in is told in words of its own', async (state) => {
  const server = new ClientsServer()
  server.api.on(getWayIn, () => found({ state }))
  await openClients(CONNECT, server)
  const section = await screen.findByRole('region', { name: 'Way in' })
  expect((await within(section).findByRole('status')).textContent).toMatch(TEXTS[state])
})

test('what is wrong with a stream is told as such where alarms come in by other ways, too', async () => {
  const server = new ClientsServer()
  const problem = { code: 'answer', setting: null, at: null, isStream: true } as const
  server.api.on(getWayIn, () => found({ state: 'failing', problem }))
  await openClients(CONNECT, server)
  expect(await screen.findByText('Check the port: RTSP usually has 554.')).toBeTruthy()
})

test('what is wrong is told with what to do, and with the line of the settings that would help', async () => {
  const server = new ClientsServer()
  const at = '2026-11-21T02:00:00.000Z'
  server.api.on(getWayIn, () =>
    found({ state: 'failing', problem: { code: 'login', setting: null, at, isStream: false } }),
  )
  await openClients(CONNECT, server)
  const section = within(await screen.findByRole('region', { name: 'Way in' }))
  expect(await section.findByText('The device refuses the user or the password')).toBeTruthy()
  expect(section.getByText(/many devices lock a user/)).toBeTruthy()
})

const lost = (change: Partial<NonNullable<DeviceWayIn['system']>> = {}): DeviceWayIn['system'] => ({
  kind: 'milestone',
  name: 'Harbour',
  isUp: false,
  lastSeenAt: '2026-11-21T01:00:00.000Z',
  problem: { code: 'unreachable', setting: null, at: '2026-11-21T01:30:00.000Z' },
  ...change,
})

test('a lost video system is told at its camera, with what to do, and leads to its settings', async () => {
  const { companyId } = treeUser()
  const admin = treeUser({ permissionsByCompany: { [companyId]: ['node.read', 'company.write'] } })
  const server = new ClientsServer(admin)
  server.api.on(getWayIn, () => found({ state: 'failing', system: lost() }))
  await openClients(CONNECT, server)
  const section = within(await screen.findByRole('region', { name: 'Way in' }))
  expect(await section.findByText('Milestone XProtect · Harbour')).toBeTruthy()
  expect(section.getByText(/^Does not work · Last sign of life/)).toBeTruthy()
  expect(section.getByText('The system does not answer')).toBeTruthy()
  expect(section.getByText(/that its firewall lets this server in/)).toBeTruthy()
  expect(section.getByRole('link', { name: 'Open its settings' }).getAttribute('href')).toBe('/cams/settings/milestone')
})

test('who may not open the settings of the company is told who mends its system', async () => {
  const reader = treeUser({ permissionsByCompany: { [treeUser().companyId]: ['node.read'] } })
  const server = new ClientsServer(reader)
  server.api.on(getWayIn, () => found({ state: 'failing', system: lost({ problem: null }) }))
  await openClients(CONNECT, server)
  expect(await screen.findByText(/Whoever runs your company in Winnow can mend this/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open its settings' })).toBeNull()
})

test.each([
  [{ isUp: true, problem: null }, /^Works/],
  [{ lastSeenAt: null, problem: null }, /^Has not been reached yet$/],
])('a system that works, or was not tried yet, is told so without a problem: %o', async (change, text) => {
  const server = new ClientsServer()
  server.api.on(getWayIn, () => found({ system: lost(change) }))
  await openClients(CONNECT, server)
  const section = within(await screen.findByRole('region', { name: 'Way in' }))
  expect(await section.findByText(text)).toBeTruthy()
  expect(section.queryByText('The system does not answer')).toBeNull()
})

test('a panel that is not served is told in the words of panels', async () => {
  const server = new ClientsServer()
  const problem = { code: 'version', setting: null, at: null } as const
  server.api.on(getWayIn, () => found({ state: 'failing', system: lost({ kind: 'videofied', name: 'E760', problem }) }))
  await openClients(CONNECT, server)
  expect(await screen.findByText('The panel is not served')).toBeTruthy()
  expect(screen.getByText(/another version of the protocol/)).toBeTruthy()
  expect(screen.getByText('Alarm panel')).toBeTruthy()
})

test('a line of the settings that would let a system be called can be copied', async () => {
  const server = new ClientsServer()
  const setting = 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.0.0.7'
  const problem = { code: 'refused', setting, at: null } as const
  server.api.on(getWayIn, () => found({ state: 'unconnected', system: lost({ kind: 'exacq', problem }) }))
  await openClients(CONNECT, server)
  expect(await screen.findByText(setting)).toBeTruthy()
  expect(screen.getByText('This address may not be called')).toBeTruthy()
})

test('a Hikvision device is called by its address and login; a refused address says which line allows it, and stays', async () => {
  const server = new ClientsServer()
  const bodies: object[] = []
  const setting = 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.0.0.7'
  server.api.on(setConnection, ({ body }) => {
    bodies.push(body)
    return bodies.length === 1
      ? { failure: { problem: 'refused' as const, message: 'Could not fetch that resource', setting } }
      : { failure: null }
  })
  const { pointer } = await openClients(CONNECT, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By push' }))
  await pointer.type(await screen.findByRole('textbox', { name: 'Host name or IP' }), '10.0.0.7')
  await pointer.type(screen.getByRole('textbox', { name: 'User name' }), 'admin')
  await pointer.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcd-1234')
  await pointer.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText(setting)
  const body = { maker: 'hikvision', host: '10.0.0.7', port: 80, tls: false, username: 'admin', password: 'Abcd-1234' }
  expect(bodies).toEqual([body])
  await pointer.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('Saved. The device is called now.')
  expect(bodies).toEqual([body, body])
})

test('a stored password is kept unless a new one is typed, and the connection can be ended', async () => {
  const server = new ClientsServer()
  const bodies: object[] = []
  let ended = 0
  const connection = {
    maker: 'hikvision' as const,
    host: 'cam.example',
    port: 8080,
    tls: false,
    username: 'admin',
    hasPassword: true,
    isUp: true,
    since: '2026-11-21T02:00:00.000Z',
  }
  server.api.on(getWayIn, () => found({ connection }))
  server.api.on(setConnection, ({ body }) => {
    bodies.push(body)
    return { failure: null }
  })
  server.api.on(deleteConnection, () => {
    ended += 1
    return { success: true as const }
  })
  const { pointer } = await openClients(CONNECT, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By push' }))
  const host = await screen.findByRole('textbox', { name: 'Host name or IP' })
  const kept = /Leave it empty to keep it/
  await pointer.type(host, '2')
  // It is not given to another host.
  expect(screen.queryByText(kept)).toBeNull()
  await pointer.type(host, '{Backspace}')
  expect(screen.getByText(kept)).toBeTruthy()
  // Nor to the interface of another maker.
  await pointer.click(screen.getByRole('radio', { name: 'Dahua' }))
  expect(screen.queryByText(kept)).toBeNull()
  await pointer.click(
    within(screen.getByRole('radiogroup', { name: 'Make' })).getByRole('radio', { name: 'Hikvision' }),
  )
  await pointer.type(screen.getByRole('textbox', { name: 'User name' }), '2')
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved. The device is called now.')
  expect(bodies).toEqual([{ maker: 'hikvision', host: 'cam.example', port: 8080, tls: false, username: 'admin2' }])
  await pointer.click(screen.getByRole('button', { name: 'Stop calling' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop calling this device?' }))
  await pointer.click(dialog.getByRole('button', { name: 'Stop calling' }))
  await expect.poll(() => ended).toBe(1)
})

test('the address is written into a free place of the device, after what stands there was shown, and taken back', async () => {
  const server = new ClientsServer()
  const other = { id: 1, address: 'http://192.0.2.9:8123', isOurs: false }
  const ours = { id: 2, address: 'https://alarms.example:443', isOurs: true }
  const actions: string[] = []
  server.api.on(lookAtDeviceHosts, () => ({ failure: null, hosts: [other, { id: 2, address: null, isOurs: false }] }))
  server.api.on(writeDeviceHost, ({ body }) => {
    actions.push(body.action)
    const second = body.action === 'write' ? ours : { id: 2, address: null, isOurs: false }
    return { failure: null, hosts: [other, second] }
  })
  const { pointer } = await openClients(CONNECT, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By push' }))
  await pointer.click(screen.getByRole('button', { name: 'Write into a Hikvision device…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write the address into the device' }))
  await pointer.type(dialog.getByRole('textbox', { name: 'Host name or IP' }), '10.0.0.7')
  await pointer.click(dialog.getByRole('button', { name: 'See what stands there' }))
  expect(await dialog.findByText('http://192.0.2.9:8123')).toBeTruthy()
  expect(dialog.getByText('Free')).toBeTruthy()
  expect(actions).toEqual([])
  // What was found is not offered for another device.
  const host = dialog.getByRole('textbox', { name: 'Host name or IP' })
  await pointer.type(host, '8')
  expect(dialog.queryByRole('button', { name: 'Write the address' })).toBeNull()
  await pointer.type(host, '{Backspace}')
  await pointer.click(dialog.getByRole('button', { name: 'Write the address' }))
  expect(await dialog.findByText('The device pushes its events to this camera.')).toBeTruthy()
  await pointer.click(dialog.getByRole('button', { name: 'Take the address back' }))
  expect(await dialog.findByText(/does not stand in the device yet/)).toBeTruthy()
  expect(actions).toEqual(['write', 'take-back'])
})

test('a device whose places are all in use offers nothing to write', async () => {
  const server = new ClientsServer()
  const hosts = [{ id: 1, address: 'http://192.0.2.9:8123', isOurs: false }]
  server.api.on(lookAtDeviceHosts, () => ({ failure: null, hosts }))
  const { pointer } = await openClients(CONNECT, server)
  await pointer.click(await screen.findByRole('radio', { name: 'By push' }))
  await pointer.click(screen.getByRole('button', { name: 'Write into a Hikvision device…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write the address into the device' }))
  await pointer.type(dialog.getByRole('textbox', { name: 'Host name or IP' }), '10.0.0.7')
  await pointer.click(dialog.getByRole('button', { name: 'See what stands there' }))
  expect(await dialog.findByText(/All places of the device are in use/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Write the address' })).toBeNull()
})

test('a site counts its cameras by state, and leads to those that do not work', async () => {
  const server = new ClientsServer()
  server.api.on(getSiteWaysIn, () => ({
    counts: { empty: 0, unconnected: 0, silent: 0, failing: 1, working: 2 },
    cameras: [{ id: viewId(1), name: 'Gate', state: 'failing' as const, lastSeenAt: null }],
  }))
  await openClients(`/cams/clients/u?site=${siteId(1)}&tab=cameras`, server)
  const section = within(await screen.findByRole('region', { name: 'Way in' }))
  await section.findByText('Working: 2 · Failing: 1')
  expect(section.getByRole('link', { name: 'Gate' }).getAttribute('href')).toContain(`cam=${viewId(1)}`)
})
