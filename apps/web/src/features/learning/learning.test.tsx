import {
  applyViewLearning,
  getCompanyLearning,
  getViewLearning,
  learnView,
  type Learning,
  type Learnt,
  revertViewLearning,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ClientsServer } from '../clients/testing/clients-server.ts'
import { buildView, viewId } from '../clients/testing/node-factory.ts'
import { openClients } from '../clients/testing/open-clients.tsx'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

vi.setConfig({ testTimeout: 120_000 })

const PROPOSAL = '01900000-0000-7000-8000-000000000055'
const heldBack = {
  true: { passedBefore: 60, passedAfter: 60, of: 62 },
  false: { filteredBefore: 20, filteredAfter: 45, of: 80 },
}
const adjustment: NonNullable<Learning['proposed']> = {
  id: PROPOSAL,
  shift: 0.4,
  heldBack,
  learntBy: 'Ada',
  learntAt: '2026-11-20T01:00:00.000Z',
  appliedBy: null,
  appliedAt: null,
  isStale: false,
}
const learning = (change: Partial<Learning> = {}): Learning => ({
  labels: { true: { have: 62, need: 50 }, false: { have: 80, need: 50 }, spread: { have: 9, need: 5 } },
  notComparable: 0,
  proposed: null,
  applied: null,
  followsCompany: false,
  ...change,
})
const few = learning({
  labels: { true: { have: 12, need: 50 }, false: { have: 50, need: 50 }, spread: { have: 2, need: 5 } },
  notComparable: 3,
})

/** The Learning page of a camera, with this response of the server. */
async function openLearning(state: Learning, server = new ClientsServer()) {
  server.api.on(getViewLearning, () => state)
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  await opened.pointer.click(await screen.findByRole('tab', { name: 'Learning' }))
  await screen.findByText('Labelled true')
  return opened
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const row = (name: string) => screen.getByRole('progressbar', { name })

describe('learning of a camera', () => {
  test('shows how many labels are missing and where to label, and cannot be started before', async () => {
    await openLearning(few)
    expect(row('Labelled true').getAttribute('aria-valuetext')).toBe('12 of 50')
    expect(row('Labelled false').getAttribute('aria-valuetext')).toBe('50, enough')
    expect(row('Days with labels').getAttribute('aria-valuetext')).toBe('2 of 5')
    expect(screen.getByText(/^3 further labels do not count/)).toBeDefined()
    expect((await button('Learn')).disabled).toBe(true)
    expect(screen.getByRole('link', { name: 'Label alarms' }).getAttribute('href')).toContain(`camera=${viewId(1)}`)
  })

  test('shows a proposal with its figures, and applies it only after a confirmation', async () => {
    const { pointer, server } = await openLearning(learning())
    const applied = { ...adjustment, appliedBy: 'Ada', appliedAt: '2026-11-20T02:00:00.000Z' }
    server.api
      .on(learnView, (): Learnt => ({ learning: learning({ proposed: adjustment }), refusal: null }))
      .on(applyViewLearning, () => learning({ applied }))
    await pointer.click(await button('Learn'))
    const proposal = await card('Proposal')
    expect(proposal.getAllByRole('row').map((line) => line.textContent)).toEqual([
      'True alarms passed on',
      'without60 of 62',
      'with learning60 of 62',
      'False alarms filtered',
      'without20 of 80',
      'with learning45 of 80',
    ])
    expect(proposal.getByText(/^2 true alarms were missed either way/)).toBeDefined()
    await pointer.click(proposal.getByRole('button', { name: 'Use it' }))
    expect(server.api.callsOf(applyViewLearning)).toHaveLength(0)
    const dialog = within(await screen.findByRole('dialog', { name: 'Use what was learnt?' }))
    await pointer.click(dialog.getByRole('button', { name: 'Use it' }))
    expect((await card('In use')).getByText(/switched on by Ada/)).toBeDefined()
    expect(server.api.callsOf(applyViewLearning)[0]).toMatchObject({
      params: { id: viewId(1) },
      body: { proposal: PROPOSAL },
    })
    expect(screen.queryByRole('region', { name: 'Proposal' })).toBeNull()
  })

  test('shows the current proposal if another one was made meanwhile', async () => {
    const { pointer, server } = await openLearning(learning({ proposed: adjustment }))
    server.api
      .on(applyViewLearning, () => failure('CONFLICT', 'This proposal was replaced meanwhile'))
      .on(getViewLearning, () => learning({ proposed: { ...adjustment, learntBy: 'Grace' } }))
    await pointer.click((await card('Proposal')).getByRole('button', { name: 'Use it' }))
    const dialog = within(await screen.findByRole('dialog'))
    await pointer.click(dialog.getByRole('button', { name: 'Use it' }))
    expect(await screen.findByText(/by Grace/)).toBeDefined()
  })

  test('is reverted after a confirmation', async () => {
    const { pointer, server } = await openLearning(learning({ applied: adjustment }))
    server.api.on(revertViewLearning, () => learning())
    await pointer.click(await button('Take back'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take back what was learnt?' }))
    await pointer.click(dialog.getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'In use' })).toBeNull())
    expect(server.api.callsOf(revertViewLearning)[0]?.params).toEqual({ id: viewId(1) })
  })

  test.each([
    ['recall-would-fall', /would have lost true alarms/],
    ['nothing-gained', /would hardly have filtered more/],
    ['too-little-spread', /come from too few days/],
    ['too-few-labels', /not enough labels yet/],
  ] as const)('explains why nothing was learnt: %s', async (reason, words) => {
    const { pointer, server } = await openLearning(learning())
    server.api.on(learnView, (): Learnt => ({ learning: learning(), refusal: { reason, heldBack: null } }))
    await pointer.click(await button('Learn'))
    expect((await card('Nothing was changed')).getByText(words)).toBeDefined()
  })

  test('says that it has no effect after the detectors changed', async () => {
    await openLearning(learning({ applied: { ...adjustment, isStale: true }, followsCompany: true }))
    expect((await card('Not in use any more')).getByText(/detectors have changed/)).toBeDefined()
    expect(screen.getByText(/goes by what was learnt from all cameras/)).toBeDefined()
  })

  test('is visible to users who may not change the camera', async () => {
    const server = new ClientsServer(buildUser({ permissions: ['node.read', 'alarm.read'] }))
    server.views = [buildView(1, { permission: 'read' })]
    await openLearning(learning({ proposed: adjustment, applied: adjustment }), server)
    expect((await button('Learn again')).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Use it' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
  })
})

describe('learning of a company', () => {
  test('is shown in the settings to the company’s administrators, with the number of cameras', async () => {
    const user = buildUser({ permissions: ['company.write', 'node.read', 'alarm.read'] })
    const api = frameApi(user).on(getCompanyLearning, () => few)
    await renderConsole('/cams/settings/learning', { api })
    expect(
      (await screen.findByRole('progressbar', { name: 'Cameras with labels' })).getAttribute('aria-valuetext'),
    ).toBe('2 of 5')
    expect(api.callsOf(getCompanyLearning)[0]?.params).toEqual({ id: user.companyId })
  })
})
