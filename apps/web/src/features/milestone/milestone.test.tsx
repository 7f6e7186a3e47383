import {
  addMilestone,
  deleteMilestone,
  findMilestone,
  getMilestone,
  listMilestoneCameras,
  MILESTONE_MOTION,
  searchNodes,
  updateMilestone,
  updateMilestoneCameras,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildMilestone, milestoneApi } from './testing/build-milestone.ts'

const boss = buildUser({ permissions: ['company.write', 'node.read'] })
const OURS = '01900000-0000-7000-8000-000000000777'
const camera = (number: number) => ({
  cameraSystemId: 'site-1',
  cameraSystemName: 'Harbour',
  cameraServerId: 'rec-1',
  cameraServerName: 'Recorder 1',
  cameraId: `cam-${number}`,
  cameraName: `Camera ${number}`,
  groupName: 'Outside / North',
  viewId: null,
  viewName: null,
  siteName: null,
})

async function open(change: (api: ReturnType<typeof frameApi>) => unknown = () => undefined) {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  const api = milestoneApi(frameApi(boss))
  change(api)
  const opened = await renderConsole('/cams/settings/milestone', { api })
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...opened, section }
}

test('a system is looked at, its certificate is shown, and it is stored with it · INTEGRATIONS-001', async () => {
  let answers = 0
  const login = { problem: 'login' as const, message: 'x', setting: null }
  const found = {
    system: { id: 'site-1', name: 'Harbour' },
    eventTypes: [],
    certificate: { fingerprint: 'AB:CD', subject: 'vms', validTo: null, isTrusted: false },
    failure: null,
  }
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(getMilestone, () => null)
      .on(findMilestone, () => {
        answers += 1
        return answers === 1 ? { system: null, eventTypes: [], certificate: null, failure: login } : found
      })
      .on(addMilestone, () => failure('ADDRESS_REFUSED', 'Could not fetch that resource')),
  )
  await pointer.click(await (await section('System')).findByRole('button', { name: 'Add system' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add system' }))
  await pointer.type(dialog.getByRole('textbox', { name: /Host name/ }), '192.0.2.40')
  await pointer.type(dialog.getByRole('textbox', { name: /User name/ }), 'winnow')
  await pointer.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'geheim')
  const look = () => pointer.click(dialog.getByRole('button', { name: 'Log in and find the system' }))
  await look()
  expect(await dialog.findByText('Error logging in to the system')).toBeDefined()
  expect(dialog.getByText('User or password is wrong')).toBeDefined()
  await look()
  expect((await dialog.findByLabelText('Certificate (SHA-256)')).textContent).toBe('AB:CD')
  await pointer.click(dialog.getByRole('button', { name: 'Save system' }))
  expect(await dialog.findByText('Error saving the system')).toBeDefined()
  // What was typed is still there.
  expect(dialog.getByRole('textbox', { name: /Host name/ })).toHaveProperty('value', '192.0.2.40')
  expect(api.callsOf(addMilestone)[0]?.body).toMatchObject({
    host: '192.0.2.40',
    port: 443,
    password: 'geheim',
    fingerprint: 'AB:CD',
    systemId: 'site-1',
    eventTypes: [{ id: MILESTONE_MOTION, eventType: 'motion' }],
  })
})

test('a system says how it is, where its pictures come from, and what may be missing', async () => {
  const refused = { problem: 'refused' as const, message: 'x', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.0.0.7' }
  const [recorder] = buildMilestone().recorders
  const { section } = await open((api) =>
    api.on(getMilestone, () =>
      buildMilestone({
        connection: { isUp: false, seenAt: null, problem: 'login', setting: null },
        gap: {
          from: '2026-11-27T04:00:00.000Z',
          to: '2026-11-27T05:00:00.000Z',
          isSearched: false,
          found: 7,
          problem: 'too-many',
        },
        recorders: recorder ? [recorder, { ...recorder, id: 'rec-2', name: 'Recorder 2', failure: refused }] : [],
      }),
    ),
  )
  const system = await section('System')
  expect(await system.findByText(/User or password is wrong/)).toBeDefined()
  expect(system.getByText('192.0.2.40:443 · winnow · ••••••••')).toBeDefined()
  expect(system.getByText(/\(found: 7\), so alarms of its last part may be missing/)).toBeDefined()
  expect(system.getByText('Recorder 1 · 192.0.2.41:7563 · encrypted')).toBeDefined()
  expect(system.getAllByText('12:34')).toHaveLength(2)
  expect(system.getByText('Error calling Recorder 2')).toBeDefined()
  expect(system.getByText('WINNOW_ALLOWED_NETWORKS_CAMERAS=10.0.0.7')).toBeDefined()
})

test('a changed system keeps its password and its types of events', async () => {
  const { pointer, api, section } = await open((fake) => fake.on(updateMilestone, () => buildMilestone()))
  await pointer.click(await (await section('System')).findByRole('button', { name: 'Change system' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change system' }))
  await pointer.click(dialog.getByRole('button', { name: 'Log in and find the system' }))
  await pointer.click(await dialog.findByRole('button', { name: 'Save system' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(findMilestone)[0]?.body).not.toHaveProperty('password')
  const [change] = api.callsOf(updateMilestone)
  expect(change?.body).not.toHaveProperty('password')
  expect(change?.body).toMatchObject({ eventTypes: buildMilestone().eventTypes })
})

test('a type of events is added and given a meaning, which survives a failed save', async () => {
  let isBroken = true
  const { pointer, api, section } = await open((fake) =>
    fake.on(updateMilestone, ({ body }) =>
      isBroken ? failure('INTERNAL', 'x') : buildMilestone({ eventTypes: body.eventTypes }),
    ),
  )
  const events = await section('Events')
  await pointer.click(await events.findByRole('button', { name: 'Add type of event' }))
  await pointer.click(await events.findByRole('combobox', { name: 'Add type of event' }))
  await pointer.click(await screen.findByRole('option', { name: 'Fence crossed' }))
  await pointer.selectOptions(events.getByRole('combobox', { name: 'Means Fence crossed' }), 'line')
  await pointer.click(events.getByRole('button', { name: 'Remove Motion Started' }))
  await pointer.click(events.getByRole('button', { name: 'Save' }))
  expect(await events.findByText('Error saving the system')).toBeDefined()
  isBroken = false
  await pointer.click(events.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateMilestone)).toHaveLength(2))
  expect(api.callsOf(updateMilestone)[1]?.body.eventTypes).toEqual([
    { id: 'type-2', name: 'Fence crossed', eventType: 'line' },
  ])
})

test('without a type of events nothing can be saved', async () => {
  const { pointer, section } = await open()
  const events = await section('Events')
  await pointer.click(await events.findByRole('button', { name: 'Remove Motion Started' }))
  expect(events.getByText('Choose at least one type of event.')).toBeDefined()
  expect(events.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('a mapping survives a failed save, among 2,000 cameras of which the seen ones are rendered', async () => {
  let isBroken = true
  const many = Array.from({ length: 2_000 }, (_, index) => camera(index + 1))
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listMilestoneCameras, () => ({ cameras: many, failures: [] }))
      .on(searchNodes, () => [
        { kind: 'view' as const, id: OURS, name: 'North gate', path: 'Port › Quay › North gate' },
      ])
      .on(updateMilestoneCameras, () => (isBroken ? failure('INTERNAL', 'x') : { numberOfMappedCameras: 1 })),
  )
  const cameras = await section('Cameras')
  expect(await cameras.findByText('2000 cameras of 2000')).toBeDefined()
  expect(cameras.getAllByRole('listitem').length).toBeLessThan(60)
  await pointer.click(cameras.getByRole('button', { name: 'Choose Camera 2' }))
  await screen.findByRole('option', { name: 'Port › Quay › North gate' })
  await pointer.keyboard('{ArrowDown}{Enter}')
  await pointer.click(cameras.getByRole('button', { name: 'Save' }))
  expect(await cameras.findByText('Error updating configured cameras')).toBeDefined()
  expect(cameras.getByText('not saved')).toBeDefined()
  isBroken = false
  await pointer.click(cameras.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(cameras.queryByText(/not saved/)).toBeNull())
  expect(api.callsOf(updateMilestoneCameras).at(-1)?.body.cameras).toEqual([
    expect.objectContaining({ cameraId: 'cam-2', cameraServerId: 'rec-1', viewId: OURS }),
  ])
})

test('a system is deleted after a question; a failure is told', async () => {
  let isBroken = true
  const { pointer, api, section } = await open((fake) =>
    fake.on(deleteMilestone, () => (isBroken ? failure('INTERNAL', 'x') : { success: true as const })),
  )
  await pointer.click(await (await section('System')).findByRole('button', { name: 'Delete Harbour' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Harbour?' }))
  expect(question.getByText(/mappings of 2 cameras are deleted/)).toBeDefined()
  await pointer.click(question.getByRole('button', { name: 'Delete' }))
  expect(await question.findByText('Error deleting the system')).toBeDefined()
  isBroken = false
  await pointer.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.callsOf(deleteMilestone)).toHaveLength(2))
})

test('a user without the right sees no settings of systems', async () => {
  const api = milestoneApi(frameApi(buildUser({ permissions: ['node.read'] })))
  await renderConsole('/cams/settings/milestone', { api })
  await screen.findByRole('navigation', { name: 'Settings' })
  expect(screen.queryByRole('link', { name: 'Milestone XProtect' })).toBeNull()
  expect(api.callsOf(getMilestone)).toEqual([])
})
