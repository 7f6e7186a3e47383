import {
  activateCameras,
  countViews,
  type CurrentUser,
  deactivateCameras,
  listActiveJobs,
  listCameras,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { NO_UNLOCKS } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { brandStore } from '../../theme/brands.ts'
import { buildJob } from '../jobs/testing/job-factory.ts'
import { selectNodes } from './state/selected-nodes.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { projectId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const withFeatures = (theme: CurrentUser['company']['theme'] = 'default') => {
  const user = treeUser()
  const unlocks = { ...NO_UNLOCKS, isAdvancedAlarmUnlocked: true, isLPRUnlocked: true }
  return { ...user, company: { ...user.company, theme, unlocks } }
}

/** The names of the switches begin with the name of the product; the description follows. */
const SWITCHES = { Detect: /^Detect (?!Pro)/, 'Detect Pro': /^Detect Pro (?!V2)/, Protect: /^Protect/ }

async function openProducts(server = new ClientsServer(withFeatures())) {
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  await opened.pointer.click(await screen.findByRole('tab', { name: 'Settings' }))
  const products = within(await screen.findByRole('region', { name: 'Products' }))
  const toggle = (name: keyof typeof SWITCHES) =>
    products.getByRole<HTMLInputElement>('switch', { name: SWITCHES[name] })
  return { ...opened, products, toggle }
}

describe('the products of a camera', () => {
  test('are switches that load until the server has switched · FORMS-005 CAMERAS-011', async () => {
    const server = new ClientsServer(withFeatures())
    const answer = Promise.withResolvers<void>()
    server.api.on(activateCameras, async () => {
      await answer.promise
      server.views = server.views.map((view) => ({ ...view, products: ['detect', 'detect_pro'] }))
      return { numberOfAffectedCameras: 1 }
    })
    const { pointer, toggle } = await openProducts(server)
    expect((['Detect', 'Detect Pro', 'Protect'] as const).map((name) => toggle(name).checked)).toEqual([
      true,
      false,
      false,
    ])
    await pointer.click(toggle('Detect Pro'))
    expect(toggle('Detect Pro').getAttribute('aria-busy')).toBe('true')
    expect(toggle('Detect Pro').checked).toBe(true)
    // A second change waits for the first.
    await pointer.click(toggle('Protect'))
    expect(toggle('Protect').checked).toBe(false)
    answer.resolve()
    await waitFor(() => expect(toggle('Detect Pro').getAttribute('aria-busy')).toBe('false'))
    expect(toggle('Detect Pro').checked).toBe(true)
    expect(server.api.callsOf(activateCameras).map(({ body }) => body)).toEqual([
      { viewIds: [viewId(1)], productId: 'detect_pro', asBackgroundJob: false },
    ])
  })

  test('show the error, and what is really on, if the server refuses', async () => {
    const server = new ClientsServer(withFeatures())
    server.api.on(activateCameras, () => failure('CAPACITY_REACHED', 'full'))
    const { pointer, toggle } = await openProducts(server)
    await pointer.click(toggle('Protect'))
    expect(await screen.findByText(/Your plan has no room for another camera/)).toBeDefined()
    await waitFor(() => expect(toggle('Protect').checked).toBe(false))
  })

  test('are only those that the company has, or that are still on', async () => {
    const server = new ClientsServer()
    server.views = server.views.map((view) => ({ ...view, products: ['detect', 'protect'] }))
    const { products } = await openProducts(server)
    expect(products.getAllByRole('switch')).toHaveLength(2)
    expect(products.getByText(/no longer has this product/)).toBeDefined()
  })

  test('ask before the last one is switched off', async () => {
    const server = new ClientsServer()
    server.api.on(deactivateCameras, () => {
      server.views = server.views.map((view) => ({ ...view, products: [] }))
      return { numberOfAffectedCameras: 1 }
    })
    const { pointer, toggle, products } = await openProducts(server)
    await pointer.click(toggle('Detect'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(server.api.callsOf(deactivateCameras)).toEqual([])
    await pointer.click(dialog.getByRole('button', { name: 'Switch off' }))
    expect(await products.findByRole('status')).toBeDefined()
    await waitFor(() => expect(toggle('Detect').checked).toBe(false))
  })

  test('say for which of them the plan has no room', async () => {
    const server = new ClientsServer(withFeatures())
    server.views = server.views.map((view) => ({ ...view, productsTaken: ['detect'] }))
    const { products } = await openProducts(server)
    expect(products.getByText(/Your plan has no room for it at this camera/)).toBeDefined()
  })

  test('have the names of the white-label brand · BRANDING-007', async () => {
    brandStore.set('pelco')
    try {
      const { products } = await openProducts(new ClientsServer(withFeatures('pelco')))
      for (const name of [/^Basic Passes/, /^Basic\+ Also/, /^Core Also/])
        expect(products.getByRole('switch', { name })).toBeDefined()
      expect(products.queryByText('Detect')).toBeNull()
    } finally {
      brandStore.set('default')
    }
  })
})

test('a product is switched for the selected cameras, as a job that is named after it · BULK-006', async () => {
  const server = new ClientsServer(withFeatures())
  const job = buildJob(5, { status: 'queued', statProcessed: 0, type: 'views.product-off.protect' })
  server.api
    .on(countViews, () => ({ count: 1234 }))
    .on(deactivateCameras, () => ({ job }))
    .on(listActiveJobs, () => [job])
  const { pointer } = await openClients('/cams/clients', server)
  act(() => selectNodes([{ kind: 'project', id: projectId(1), name: 'Client 1' }]))
  const bar = within(await screen.findByRole('region', { name: 'Selected cameras' }))
  await bar.findByText('1,234 cameras')
  await pointer.click(bar.getByRole('button', { name: 'More actions' }))
  await pointer.click(await screen.findByRole('menuitem', { name: 'Switch a product' }))
  const dialog = within(await screen.findByRole('dialog'))
  await pointer.click(dialog.getByRole('combobox', { name: 'Product' }))
  await pointer.click(await screen.findByRole('option', { name: 'Protect', hidden: true }))
  await pointer.click(dialog.getByRole('radio', { name: 'Switch off' }))
  await pointer.click(dialog.getByRole('button', { name: 'Start' }))
  expect(await screen.findByRole('region', { name: 'Switch off Protect' })).toBeDefined()
  expect(server.api.callsOf(deactivateCameras).map(({ body }) => body)).toEqual([
    { filters: { below: [projectId(1)] }, allViews: false, asBackgroundJob: true, productId: 'protect' },
  ])
})

test('the tree is filtered by a product that the company has, and others are not offered · VIEWS-001', async () => {
  const server = new ClientsServer(withFeatures())
  server.api.on(listCameras, () => ({ rows: [], next: null }))
  const { pointer } = await openClients('/cams/clients', server)
  await pointer.click(screen.getByRole('button', { name: 'Filter' }))
  expect(await screen.findByRole('checkbox', { name: 'Protect off' })).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: /Tampering/ })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: /Investigate/ })).toBeNull()
  await pointer.click(screen.getByRole('checkbox', { name: 'Detect off' }))
  await waitFor(() => expect(location.search).toContain('objectDetectionOff=true'))
  await pointer.click(screen.getByRole('checkbox', { name: 'Detect on' }))
  await waitFor(() => expect(location.search).not.toContain('objectDetectionOff'))
})

test('a company with Investigate switches it per camera and filters by it · BULK-001 VIEWS-010', async () => {
  const user = withFeatures()
  const unlocks = { ...user.company.unlocks, isForensicUnlocked: true }
  const server = new ClientsServer({ ...user, company: { ...user.company, unlocks } })
  server.api
    .on(listCameras, () => ({ rows: [], next: null }))
    .on(activateCameras, () => ({ numberOfAffectedCameras: 1 }))
  const { pointer, products } = await openProducts(server)
  await pointer.click(products.getByRole('switch', { name: /^Investigate/ }))
  await waitFor(() =>
    expect(server.api.callsOf(activateCameras).map(({ body }) => body?.productId)).toEqual(['investigate']),
  )
  expect(products.getByRole('switch', { name: /^Detect Pro V2/ })).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Filter' }))
  await pointer.click(await screen.findByRole('checkbox', { name: 'Investigate on' }))
  await waitFor(() => expect(location.search).toContain('investigateOn=true'))
})
