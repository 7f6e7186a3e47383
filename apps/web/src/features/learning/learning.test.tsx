import {
  applyViewLearning,
  type ChangedAlarms,
  getCompanyLearning,
  getViewLearning,
  learnView,
  type Learning,
  type Learnt,
  listViewLearningAlarms,
  revertViewLearning,
  undoLearning,
} from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ClientsServer } from '../clients/testing/clients-server.ts'
import { buildView, viewId } from '../clients/testing/node-factory.ts'
import { openClients } from '../clients/testing/open-clients.tsx'
import { buildAdjustment, buildLearning } from '../../testing/build-learning.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

vi.setConfig({ testTimeout: 120_000 })

const adjustment = buildAdjustment()
const PROPOSAL = adjustment.id
const learning = buildLearning
const few = learning({
  labels: { true: { have: 12, need: 50 }, false: { have: 50, need: 50 }, spread: { have: 2, need: 5 } },
  notComparable: 3,
})

const alarm = { viewId: viewId(1), receivedAt: '2026-11-20T02:00:00.000Z', score: 0.52, hasPicture: true }
const changed: ChangedAlarms = {
  of: 500,
  since: '2026-11-01T02:00:00.000Z',
  labelledTrue: 0,
  labelledFalse: 2,
  unlabelled: 1,
  alarms: [
    { ...alarm, id: viewId(8), groundTruth: false },
    { ...alarm, id: viewId(9), groundTruth: null, hasPicture: false },
  ],
}

/** The Learning page of a camera, with this response of the server. */
async function openLearning(state: Learning, server = new ClientsServer()) {
  server.api.on(getViewLearning, () => state).on(listViewLearningAlarms, () => changed)
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

  test('shows a proposal with thresholds, intervals and the alarms that change; one click applies it, another undoes it', async () => {
    const { pointer, server } = await openLearning(learning())
    const applied = { ...adjustment, appliedBy: 'Ada', appliedAt: '2026-11-20T02:00:00.000Z' }
    server.api
      .on(learnView, (): Learnt => ({ learning: learning({ proposed: adjustment }), refusal: null }))
      .on(applyViewLearning, () => learning({ applied, threshold: { usual: 0.5, now: 0.58 } }))
      .on(undoLearning, () => ({ undone: [PROPOSAL], kept: [] }))
    await pointer.click(await button('Learn'))
    const proposal = await card('Proposal')
    expect(proposal.getAllByRole('row').map((line) => line.textContent)).toEqual([
      'True alarms passed on',
      'without96.8 % (60 of 62)95 % interval 88.8 % – 99.6 %',
      'with learning96.8 % (60 of 62)95 % interval 88.8 % – 99.6 %',
      'False alarms filtered',
      'without25.0 % (20 of 80)95 % interval 16.0 % – 35.9 %',
      'with learning56.3 % (45 of 80)95 % interval 44.7 % – 67.3 %',
    ])
    expect(proposal.getByText(/five parts by whole days/)).toBeDefined()
    expect(proposal.getByText(/None of 60 true alarms .* would be lost.*ends at 6\.0 %/)).toBeDefined()
    expect(proposal.getByText(/^2 true alarms were missed either way/)).toBeDefined()
    expect(proposal.getByText(/needs a score of 50\.0 %; with the proposal, 58\.0 %/)).toBeDefined()
    const changes = within(await proposal.findByRole('region', { name: 'Alarms that change' }))
    expect(changes.getByText(/^3 of the last 500 alarms would be filtered\. Labelled false: 2/)).toBeDefined()
    const pictures = changes.getAllByRole('link')
    expect(pictures.map((link) => link.getAttribute('aria-label'))).toEqual([
      '20/11/2026 02:00:00, score 52.0 %, labelled false',
      '20/11/2026 02:00:00, score 52.0 %, without a label',
    ])
    expect(pictures[0]?.getAttribute('href')).toContain(`/cams/alarms/${viewId(8)}?camera=${viewId(1)}`)
    expect(changes.getByText('and 1 more')).toBeDefined()

    await pointer.click(proposal.getByRole('button', { name: 'Use it' }))
    expect((await card('In use')).getByText(/switched on by Ada/)).toBeDefined()
    expect((await card('In use')).getByText(/a score of 58\.0 %; without learning, 50\.0 %/)).toBeDefined()
    expect(server.api.callsOf(applyViewLearning)[0]).toMatchObject({
      params: { id: viewId(1) },
      body: { proposal: PROPOSAL },
    })
    expect(screen.queryByRole('region', { name: 'Proposal' })).toBeNull()
    await pointer.click(await button('Undo'))
    await screen.findByText('The filter decides as it did before that')
    expect(server.api.callsOf(undoLearning)[0]?.body).toEqual({ adjustments: [PROPOSAL] })
  })

  test('shows the current proposal if another one was made meanwhile', async () => {
    const { pointer, server } = await openLearning(learning({ proposed: adjustment }))
    server.api
      .on(applyViewLearning, () => failure('CONFLICT', 'This proposal was replaced meanwhile'))
      .on(getViewLearning, () => learning({ proposed: { ...adjustment, learntBy: 'Grace' } }))
    await pointer.click((await card('Proposal')).getByRole('button', { name: 'Use it' }))
    expect(await screen.findByText(/by Grace/)).toBeDefined()
  })

  test('is reverted by one click, says so, and is used again by one click', async () => {
    const { pointer, server } = await openLearning(learning({ applied: adjustment }))
    const reverted = { ...adjustment, revertedBy: 'Grace', revertedAt: '2026-11-21T01:00:00.000Z' }
    server.api
      .on(revertViewLearning, () => learning({ state: 'reverted', reverted }))
      .on(applyViewLearning, () => learning({ applied: adjustment }))
    await pointer.click(await button('Take back'))
    const back = await card('Taken back')
    expect(back.getByText(/by Grace\. It stays so until somebody uses it again/)).toBeDefined()
    expect(screen.queryByRole('region', { name: 'In use' })).toBeNull()
    expect(server.api.callsOf(revertViewLearning)[0]?.params).toEqual({ id: viewId(1) })
    await pointer.click(back.getByRole('button', { name: 'Use again' }))
    expect(await screen.findByRole('region', { name: 'In use' })).toBeDefined()
    expect(server.api.callsOf(applyViewLearning)[0]?.body).toEqual({ proposal: PROPOSAL })
  })

  test('warns about labels that stand against what is in use, and about a proposal that is held back', async () => {
    const proposed = { ...adjustment, learntBy: null }
    const { unmount, console: opened } = await openLearning(learning({ applied: adjustment, losing: 2, withheld: 1 }))
    expect((await card('In use')).getByText(/^2 alarms labelled true pass without this/)).toBeDefined()
    expect(screen.getByText(/held back: it would filter 1 alarm/)).toBeDefined()
    unmount()
    opened.close()
    await openLearning(learning({ proposed }))
    expect((await card('Proposal')).getByText(/from new labels, without being asked/)).toBeDefined()
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
