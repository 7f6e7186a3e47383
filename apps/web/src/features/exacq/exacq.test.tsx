import {
  addExacq,
  deleteExacq,
  findExacq,
  listExacq,
  listExacqCameras,
  searchNodes,
  testExacq,
  updateExacq,
  updateExacqCameras,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildExacq, exacqApi } from './testing/build-exacq.ts'

const boss = buildUser({ permissions: ['company.write', 'node.read'] })
const OURS = '01900000-0000-7000-8000-000000000777'
const camera = (number: number) => ({
  cameraSystemId: buildExacq().id,
  cameraSystemName: 'Warehouse',
  cameraServerId: '',
  cameraServerName: '',
  cameraId: String(number),
  cameraName: `Camera ${number}`,
  groupName: '',
  viewId: null,
  viewName: null,
  siteName: null,
})

async function open(change: (api: ReturnType<typeof frameApi>) => unknown = () => undefined) {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  const api = exacqApi(frameApi(boss))
  change(api)
  const opened = await renderConsole('/cams/settings/exacq', { api })
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...opened, section }
}

test('a recorder is looked at, its certificate is shown, and it is stored with it · INTEGRATIONS-001', async () => {
  let answers = 0
  const found = {
    recorder: { name: 'Warehouse', numberOfCameras: 2 },
    certificate: { fingerprint: 'AB:CD', subject: 'recorder', validTo: null, isTrusted: false },
    failure: null,
  }
  const login = { problem: 'login' as const, message: 'x', setting: null }
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listExacq, () => [])
      .on(findExacq, () => {
        answers += 1
        return answers === 1 ? { recorder: null, certificate: null, failure: login } : found
      })
      .on(addExacq, () => failure('RECORDER_EXISTS', 'x')),
  )
  await pointer.click(await (await section('Recorders')).findByRole('button', { name: 'Add recorder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add recorder' }))
  await pointer.type(dialog.getByRole('textbox', { name: /Host name/ }), '192.0.2.50')
  await pointer.type(dialog.getByRole('textbox', { name: /User name/ }), 'winnow')
  await pointer.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'geheim')
  const look = () => pointer.click(dialog.getByRole('button', { name: 'Log in and find the recorder' }))
  await look()
  expect(await dialog.findByText('Error logging in to the recorder')).toBeDefined()
  expect(dialog.getByText('User or password is wrong')).toBeDefined()
  await look()
  expect(await dialog.findByText('Warehouse is at this address, with 2 cameras.')).toBeDefined()
  expect(dialog.getByLabelText('Certificate (SHA-256)').textContent).toBe('AB:CD')
  await pointer.click(dialog.getByRole('button', { name: 'Save recorder' }))
  expect(await dialog.findByText('Error saving the recorder')).toBeDefined()
  expect(dialog.getByText('A recorder with this address and server number is there already')).toBeDefined()
  // What was typed is still there.
  expect(dialog.getByRole('textbox', { name: /Host name/ })).toHaveProperty('value', '192.0.2.50')
  expect(api.callsOf(addExacq)[0]?.body).toMatchObject({
    name: 'Warehouse',
    host: '192.0.2.50',
    port: 443,
    serverNumber: 0,
    password: 'geheim',
    fingerprint: 'AB:CD',
  })
})

test('a recorder says what came of the last call and what to do, and is tested', async () => {
  const setting = 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.0.0.7'
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listExacq, () => [
        buildExacq({ state: { isUp: false, seenAt: null, problem: 'refused', setting } }),
        buildExacq({ id: OURS, name: 'Quay' }),
      ])
      .on(testExacq, () => ({ numberOfCameras: 7, failure: null })),
  )
  const recorders = await section('Recorders')
  expect(await recorders.findByText(setting)).toBeDefined()
  expect(recorders.getAllByText('192.0.2.50:443 · Server number 0 · winnow · ••••••••')).toHaveLength(2)
  expect(recorders.getByText('It answered when it was called last.')).toBeDefined()
  await pointer.click(recorders.getByRole('button', { name: 'Test Quay' }))
  expect(await recorders.findByText('It answers, and has 7 cameras.')).toBeDefined()
  expect(api.callsOf(testExacq)[0]?.params).toMatchObject({ recorderId: OURS })
})

test('a changed recorder keeps its password', async () => {
  const { pointer, api, section } = await open((fake) => fake.on(updateExacq, () => buildExacq()))
  await pointer.click(await (await section('Recorders')).findByRole('button', { name: 'Change recorder Warehouse' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change recorder' }))
  await pointer.click(dialog.getByRole('button', { name: 'Log in and find the recorder' }))
  await pointer.click(await dialog.findByRole('button', { name: 'Save recorder' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(findExacq)[0]?.body).not.toHaveProperty('password')
  expect(api.callsOf(updateExacq)[0]?.body).not.toHaveProperty('password')
})

test('a mapping survives a failed save, among 2,000 cameras of which the seen ones are rendered', async () => {
  let isBroken = true
  const many = Array.from({ length: 2_000 }, (_, index) => camera(index + 1))
  const { pointer, api, section } = await open((fake) =>
    fake
      .on(listExacqCameras, () => ({ cameras: many, failures: [] }))
      .on(searchNodes, () => [
        { kind: 'view' as const, id: OURS, name: 'North gate', path: 'Port › Quay › North gate' },
      ])
      .on(updateExacqCameras, () => (isBroken ? failure('INTERNAL', 'x') : { numberOfMappedCameras: 1 })),
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
  expect(api.callsOf(updateExacqCameras).at(-1)?.body.cameras).toEqual([
    expect.objectContaining({ cameraId: '2', cameraSystemId: buildExacq().id, viewId: OURS }),
  ])
})

test('a recorder is deleted after a question; a failure is told', async () => {
  let isBroken = true
  const { pointer, api, section } = await open((fake) =>
    fake.on(deleteExacq, () => (isBroken ? failure('INTERNAL', 'x') : { success: true as const })),
  )
  await pointer.click(await (await section('Recorders')).findByRole('button', { name: 'Delete Warehouse' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Warehouse?' }))
  expect(question.getByText(/mappings of 2 cameras are deleted/)).toBeDefined()
  await pointer.click(question.getByRole('button', { name: 'Delete' }))
  expect(await question.findByText('Error deleting the recorder')).toBeDefined()
  isBroken = false
  await pointer.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.callsOf(deleteExacq)).toHaveLength(2))
})

test('a user without the right sees no settings of recorders', async () => {
  const api = exacqApi(frameApi(buildUser({ permissions: ['node.read'] })))
  await renderConsole('/cams/settings/exacq', { api })
  await screen.findByRole('navigation', { name: 'Settings' })
  expect(screen.queryByRole('link', { name: 'exacqVision' })).toBeNull()
  expect(api.callsOf(listExacq)).toEqual([])
})
