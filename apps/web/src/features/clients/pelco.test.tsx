import { addPelcoCamera, createView, deletePelcoCamera } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { buildView, projectId, siteId, viewId } from './testing/node-factory.ts'
import { heading, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const SERIAL = '123456789011'
const ADD = `/cams/clients?site=${siteId(1)}&type=add`
const PLACE = { siteId: siteId(1), projectId: projectId(1) }
const CLOUD = { isUnlocked: true, hasCloud: true, isStandIn: true }

function pelcoServer() {
  const server = new ClientsServer()
  server.pelco = CLOUD
  server.api.on(addPelcoCamera, () => ({ success: true as const }))
  return server
}

async function openAdd(server = pelcoServer()) {
  const opened = await openClients(ADD, server)
  await screen.findByRole('textbox', { name: 'Name of the camera' })
  const serial = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Serial number' })
  const choose = async () => {
    await opened.pointer.click(screen.getByRole('combobox', { name: 'How its alarms arrive' }))
    await opened.pointer.click(await screen.findByRole('option', { name: 'Pelco' }))
  }
  const send = () => opened.pointer.click(screen.getByRole('button', { name: 'Register camera' }))
  return { ...opened, choose, serial, send }
}

describe('adding a camera of Pelco', () => {
  test.each([
    ['the installation has no cloud', { isUnlocked: true, hasCloud: false, isStandIn: false }],
    ['the company has not unlocked it', { isUnlocked: false, hasCloud: true, isStandIn: true }],
  ])('is not offered where %s · GATING-006', async (_why, pelco) => {
    const server = pelcoServer()
    server.pelco = pelco
    const { pointer } = await openAdd(server)
    await pointer.click(screen.getByRole('combobox', { name: 'How its alarms arrive' }))
    expect(await screen.findByRole('option', { name: 'Hikvision' })).toBeDefined()
    expect(screen.queryByRole('option', { name: 'Pelco' })).toBeNull()
  })

  test('takes a typed serial number with hyphens, and shows the camera once it is registered · CAMERAS-001 LIVEEVENTS-001', async () => {
    const { pointer, server, api, choose, serial, send } = await openAdd()
    await choose()
    await pointer.type(await serial(), '1234-5678-901')
    await send()
    expect(await screen.findByText('A serial number has exactly 12 digits')).toBeDefined()
    expect(api.callsOf(addPelcoCamera)).toEqual([])
    await pointer.type(await serial(), '1')
    await send()
    await waitFor(() => expect(api.callsOf(addPelcoCamera)).toHaveLength(1))
    expect(api.callsOf(addPelcoCamera)[0]?.body).toEqual({ serialNumber: '1234-5678-9011' })
    expect(await screen.findByText('The cloud of Pelco is being asked …')).toBeDefined()
    server.views.push(buildView(7, { name: 'Pelco 9011', integration: 'pelco', serialNumber: SERIAL }))
    const views = [{ id: viewId(7), name: 'Pelco 9011' }]
    // That of a colleague, who added another camera at this site, is not this form's answer.
    act(() => api.emit({ type: 'CAMERA_REGISTERED', ...PLACE, serialNumber: '999999999999', views: [] }))
    expect(screen.getByText('The cloud of Pelco is being asked …')).toBeDefined()
    act(() => api.emit({ type: 'CAMERA_REGISTERED', ...PLACE, serialNumber: SERIAL, views }))
    expect(await heading('Pelco 9011')).toBeDefined()
    expect(api.callsOf(createView)).toEqual([])
  })

  test.each([
    [
      'an unknown serial',
      { isValid: true, message: '' },
      'The cloud of Pelco has no free camera with this serial number',
    ],
    ['a full plan', { isValid: false, message: '' }, /the plan has no room for another one/],
    ['a plan that says why', { isValid: false, message: 'Agree to the terms first' }, 'Agree to the terms first'],
  ])('tells %s at the field · CAMERAS-005 LIVEEVENTS-001', async (_why, planCapacity, text) => {
    const { pointer, api, choose, serial, send } = await openAdd()
    await choose()
    await pointer.type(await serial(), SERIAL)
    await send()
    await waitFor(() => expect(api.callsOf(addPelcoCamera)).toHaveLength(1))
    act(() => api.emit({ type: 'CAMERA_NOT_REGISTERED', ...PLACE, serialNumber: SERIAL, planCapacity }))
    expect(await screen.findByText('Unable to add Pelco camera')).toBeDefined()
    const field = await serial()
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    const texts = described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    expect(texts).toMatch(text)
    expect(field.value).toBe(SERIAL)
    await pointer.type(field, '{Backspace}2')
    await send()
    await waitFor(() => expect(api.callsOf(addPelcoCamera)).toHaveLength(2))
    expect(screen.queryByText('Unable to add Pelco camera')).toBeNull()
  })

  test.each([
    ['CONFLICT', 'A camera with this serial number is registered already'],
    ['UNAVAILABLE', 'The cloud of Pelco does not answer; try again later'],
  ] as const)('tells the refusal %s at the field · CAMERAS-005', async (code, text) => {
    const server = pelcoServer()
    server.api.on(addPelcoCamera, () => failure(code, 'A text of the server'))
    const { pointer, choose, serial, send } = await openAdd(server)
    await choose()
    await pointer.type(await serial(), SERIAL)
    await send()
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByText('Unable to add Pelco camera')).toBeDefined()
    expect((await serial()).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the page of a camera of Pelco', () => {
  const open = async (serialNumber: string | null) => {
    const server = pelcoServer()
    server.views = [buildView(1, { name: 'Gate', integration: 'pelco', serialNumber })]
    return openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  }
  const part = async () => within(await screen.findByRole('region', { name: 'Registration at Pelco' }))

  test('shows that it is registered, and follows what becomes of it live · LIVEEVENTS-001', async () => {
    const { server, api } = await open(SERIAL)
    expect(await (await part()).findByText('Registered')).toBeDefined()
    expect((await part()).getByText(SERIAL)).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Device' })).toHaveProperty('value', 'Pelco Sarix')
    server.views = [buildView(1, { name: 'Gate', integration: 'pelco', serialNumber: null })]
    // Its cloud let go of it, and a colleague restored it.
    act(() => api.emit({ type: 'tree.changed', projectId: projectId(1), siteId: siteId(1), viewId: viewId(1) }))
    expect(await (await part()).findByText('Disconnected')).toBeDefined()
    expect((await part()).queryByRole('button', { name: 'Disconnect' })).toBeNull()
  })

  test.each([
    ['one failed', ['deleted', 'error'], true],
    ['none was deleted', [], true],
    ['all were deleted', ['deleted', 'deleted'], false],
  ] as const)('a disconnection where %s is a failure: %s · CAMERAS-002 CAMERAS-007', async (_what, statuses, fails) => {
    const { pointer, api } = await open(SERIAL)
    api.on(deletePelcoCamera, () => ({
      views: statuses.map((viewStatus, at) => ({ id: viewId(at + 1), name: `Sensor ${at + 1}`, viewStatus })),
    }))
    await pointer.click(await (await part()).findByRole('button', { name: 'Disconnect' }))
    await pointer.click(await screen.findByRole('button', { name: 'Disconnect and delete' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect and delete' })).toBeNull())
    expect(api.callsOf(deletePelcoCamera)[0]?.params).toEqual({ id: siteId(1), serial: SERIAL })
    expect(screen.queryAllByText(/did not let go of/)).toHaveLength(fails ? 1 : 0)
  })
})
