import {
  activateTampering,
  countViews,
  type CurrentUser,
  deactivateTampering,
  listActiveJobs,
  type View,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { NO_UNLOCKS } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { buildJob } from '../jobs/testing/job-factory.ts'
import { selectNodes } from './state/selected-nodes.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { projectId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const TAMPERING = { ...NO_UNLOCKS, isTamperingUnlocked: true }

function serverWith(
  unlocks: CurrentUser['company']['unlocks'],
  { view = {}, mayWatch = true }: { view?: Partial<View>; mayWatch?: boolean } = {},
) {
  const user = treeUser()
  const permissions = user.permissionsByCompany[user.companyId] ?? []
  const server = new ClientsServer({
    ...user,
    permissionsByCompany: {
      [user.companyId]: mayWatch ? [...permissions, 'tampering.write'] : permissions,
    },
    company: { ...user.company, unlocks },
  })
  server.views = server.views.map((each) => ({ ...each, ...view }))
  const answer = (tamperingDetection: boolean) => () => {
    server.views = server.views.map((each) => ({ ...each, tamperingDetection }))
    return { numberOfAffectedCameras: 1 }
  }
  server.api.on(activateTampering, answer(true)).on(deactivateTampering, answer(false))
  return server
}

async function openSettings(server: ClientsServer) {
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  await opened.pointer.click(await screen.findByRole('tab', { name: 'Settings' }))
  await screen.findByRole('region', { name: 'Products' })
  return opened
}

const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Watch this camera for tampering/ })
const ofOne = { viewIds: [viewId(1)], asBackgroundJob: false }

describe('the switch that watches a camera for tampering', () => {
  test('switches on and off at once, and shows what the server stored · CAMERAS-011', async () => {
    const server = serverWith(TAMPERING)
    const answer = Promise.withResolvers<void>()
    server.api.on(activateTampering, async () => {
      await answer.promise
      server.views = server.views.map((view) => ({ ...view, tamperingDetection: true }))
      return { numberOfAffectedCameras: 1 }
    })
    const { pointer } = await openSettings(server)
    expect(toggle().checked).toBe(false)
    await pointer.click(toggle())
    expect(toggle().getAttribute('aria-busy')).toBe('true')
    expect(toggle().checked).toBe(true)
    // A second change waits for the first.
    await pointer.click(toggle())
    expect(server.api.callsOf(deactivateTampering)).toEqual([])
    answer.resolve()
    await waitFor(() => expect(toggle().getAttribute('aria-busy')).toBe('false'))
    expect(toggle().checked).toBe(true)
    await pointer.click(toggle())
    await waitFor(() => expect(toggle().getAttribute('aria-busy')).toBe('false'))
    expect(toggle().checked).toBe(false)
    expect(server.api.callsOf(activateTampering).map(({ body }) => body)).toEqual([ofOne])
    expect(server.api.callsOf(deactivateTampering).map(({ body }) => body)).toEqual([ofOne])
  })

  test('shows the error, and what is really on, if the server refuses', async () => {
    const server = serverWith(TAMPERING)
    server.api.on(activateTampering, () => failure('JOB_RUNNING', 'busy'))
    const { pointer } = await openSettings(server)
    await pointer.click(toggle())
    expect(await screen.findByText(/wait until the previous action is complete/)).toBeDefined()
    await waitFor(() => expect(toggle().checked).toBe(false))
  })

  test('is left out where the company does not have it, unless it is still on · GATING-003', async () => {
    await openSettings(serverWith(NO_UNLOCKS))
    expect(screen.queryByRole('switch', { name: /tampering/ })).toBeNull()
  })

  test('can only be switched off where the company no longer has it · GATING-003', async () => {
    const { pointer } = await openSettings(serverWith(NO_UNLOCKS, { view: { tamperingDetection: true } }))
    expect(screen.getByText(/no longer has tampering detection/)).toBeDefined()
    await pointer.click(toggle())
    await waitFor(() => expect(screen.queryByRole('switch', { name: /tampering/ })).toBeNull())
  })

  test('says for a camera that turns what that company may watch · GATING-004', async () => {
    await openSettings(serverWith(TAMPERING, { view: { ptz: true } }))
    expect(screen.getByText(/does not have tampering detection for cameras that turn/)).toBeDefined()
    expect(toggle().disabled).toBe(true)
  })

  test('says that a camera that turns is watched for less · GATING-004', async () => {
    await openSettings(serverWith({ ...TAMPERING, isTamperingPtzUnlocked: true }, { view: { ptz: true } }))
    expect(screen.getByText(/one that turns has no usual view/)).toBeDefined()
    expect(toggle().disabled).toBe(false)
  })

  test('shows its state to people who may not change it · PERMISSIONS-004', async () => {
    await openSettings(serverWith(TAMPERING, { mayWatch: false, view: { tamperingDetection: true } }))
    expect(toggle()).toMatchObject({ checked: true, disabled: true })
  })
})

describe('the selected cameras', () => {
  async function openMenu(server: ClientsServer) {
    server.api.on(countViews, () => ({ count: 1234 }))
    const { pointer } = await openClients('/cams/clients', server)
    act(() => selectNodes([{ kind: 'project', id: projectId(1), name: 'Client 1' }]))
    const bar = within(await screen.findByRole('region', { name: 'Selected cameras' }))
    await bar.findByText('1,234 cameras')
    await pointer.click(bar.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Switch a product' })
    return pointer
  }

  test.each([
    ['on', activateTampering],
    ['off', deactivateTampering],
  ] as const)('are switched %s as a job after a confirmation · BULK-001 CAMERAS-011', async (to, operation) => {
    const server = serverWith(TAMPERING)
    const job = buildJob(5, { status: 'queued', statProcessed: 0, type: `views.tampering-${to}` })
    server.api.on(operation, () => ({ job })).on(listActiveJobs, () => [job])
    const pointer = await openMenu(server)
    const name = `Switch tampering detection ${to}`
    await pointer.click(screen.getByRole('menuitem', { name }))
    const dialog = within(await screen.findByRole('dialog', { name }))
    expect(dialog.getByText(/This changes 1,234 cameras/)).toBeDefined()
    await pointer.click(dialog.getByRole('button', { name }))
    expect(await screen.findByRole('region', { name })).toBeDefined()
    expect(server.api.callsOf(operation).map(({ body }) => body)).toEqual([
      { filters: { below: [projectId(1)] }, allViews: false, asBackgroundJob: true },
    ])
  })

  test('are not offered it where the company does not have it · GATING-003', async () => {
    await openMenu(serverWith(NO_UNLOCKS))
    expect(screen.queryByRole('menuitem', { name: /tampering/ })).toBeNull()
  })
})
