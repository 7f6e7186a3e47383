import { getFirstSteps, getHome, type CurrentUser } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildFirstSteps, buildHome } from '../../../testing/build-home.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../../testing/render-console.tsx'
import type { FirstSteps } from './first-steps.ts'

const ID = '01900000-0000-7000-8000-000000000077'
const none: FirstSteps = {
  projectId: null,
  siteId: null,
  viewId: null,
  alarm: false,
  receiver: false,
  colleague: false,
}

beforeEach(() => localStorage.clear())

async function openHome(steps: FirstSteps, user: CurrentUser = buildUser()) {
  const api = frameApi(user)
    .on(getHome, () => buildHome())
    .on(getFirstSteps, () => steps)
  const opened = await renderConsole('/cams/dashboard', { api, user })
  await screen.findByText('Received', { selector: 'dt' })
  return { ...opened, api }
}
const panel = () => screen.findByRole('region', { name: 'First steps' })
const link = async (name: string) =>
  within(await panel())
    .getByRole('link', { name })
    .getAttribute('href')

describe('the first steps of a company', () => {
  test('begin with a client, and say what each step is for and its state', async () => {
    await openHome(none)
    const items = within(await panel()).getAllByRole('listitem')
    expect(items.map((item) => item.dataset['state'])).toEqual(['next', 'later', 'later', 'later', 'later', 'next'])
    expect(items[0]?.textContent).toContain('Create a client (to do)')
    expect(items[1]?.textContent).toContain('needs a step before it')
    expect(within(await panel()).getByText('0 of 6 done')).toBeDefined()
    expect(await link('Create client')).toBe('/cams/clients?add=project')
  })

  test('lead to the place of the next step', async () => {
    await openHome({ ...none, projectId: ID })
    expect(await link('Add site')).toBe(`/cams/clients?project=${ID}&type=add`)
  })

  test('lead from a camera to what its device needs, and from its site to receivers', async () => {
    await openHome({ ...none, projectId: ID, siteId: ID, viewId: ID })
    expect(await link('Connect the camera')).toBe(`/cams/clients/u?cam=${ID}&tab=connect`)
    expect(await link('Add receiver')).toBe(`/cams/clients/u?site=${ID}&tab=receivers`)
  })

  test('disappear when all are done, and nothing is asked any more', async () => {
    const { api, unmount, console: opened } = await openHome(buildFirstSteps())
    await waitFor(() => expect(api.callsOf(getFirstSteps)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    unmount()
    opened.close()
    const again = await openHome(none)
    expect(screen.getByText('Received', { selector: 'dt' })).toBeDefined()
    expect(again.api.callsOf(getFirstSteps)).toEqual([])
  })

  test('can be hidden', async () => {
    const { pointer } = await openHome({ ...none, projectId: ID })
    await pointer.click(within(await panel()).getByRole('button', { name: 'Hide' }))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  test('are not asked of users who may not create a client', async () => {
    const { api } = await openHome(none, buildUser({ permissions: ['alarm.read', 'node.read'] }))
    expect(api.callsOf(getFirstSteps)).toEqual([])
  })
})
