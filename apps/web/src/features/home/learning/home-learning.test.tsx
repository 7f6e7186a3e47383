import {
  applyLearningProposals,
  getHome,
  type LearningProposals,
  listLearningProposals,
  revertViewLearning,
  undoLearning,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildHome } from '../../../testing/build-home.ts'
import {
  buildAdjustment,
  buildLearning,
  buildProposals,
  EVALUATION,
  HELD_BACK,
} from '../../../testing/build-learning.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../../testing/render-console.tsx'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const place = (n: number) => ({
  viewId: id(n),
  name: `Gate ${n}`,
  siteId: id(900),
  siteName: 'Depot',
  clientId: id(901),
  projectName: 'Harbour',
})
const camera = (n: number, mayApply = true): LearningProposals['cameras'][number] => ({
  ...place(n),
  proposal: buildAdjustment({ id: id(100 + n), learntBy: null }),
  threshold: 0.5,
  mayApply,
})
const several = (count: number) =>
  buildProposals({
    cameras: Array.from({ length: count }, (_, n) => camera(n + 1, n !== 0)),
    applicable: count - 1,
    sum: { heldBack: HELD_BACK, evaluation: EVALUATION },
  })

async function openHome(proposals: LearningProposals, user = buildUser()) {
  const state = { proposals }
  const api = frameApi(user)
    .on(getHome, () => buildHome())
    .on(listLearningProposals, () => state.proposals)
  const opened = await renderConsole('/cams/dashboard', { api, user })
  await screen.findByText('Received', { selector: 'dt' })
  return { ...opened, state }
}
const panel = async () => within(await screen.findByRole('region', { name: 'Learnt from labels' }))

describe('learning on Home', () => {
  test('tells the effects of all proposals in sum and camera by camera, each with a link', async () => {
    const { pointer } = await openHome(several(7))
    const learnt = await panel()
    expect(learnt.getByText('7 cameras could filter more false alarms.')).toBeDefined()
    expect(learnt.getByText('56.3 % (45 of 80)')).toBeDefined()
    expect(learnt.getByText('95 % interval 44.7 % – 67.3 %')).toBeDefined()
    expect(learnt.getAllByRole('link')).toHaveLength(5)
    const link = learnt.getByRole('link', { name: /^Gate 1/ }).getAttribute('href')
    expect(link).toContain(`cam=${id(1)}`)
    expect(link).toContain('tab=learning')
    expect(
      learnt.getAllByText(/^False alarms filtered: 45 instead of 20 of 80\. .* none of 60\. .*58\.0 %/),
    ).toHaveLength(5)
    await pointer.click(learnt.getByRole('button', { name: 'Show 2 more' }))
    expect(learnt.getAllByRole('link')).toHaveLength(7)
    expect(learnt.queryByRole('button', { name: 'Use it: Gate 1' }), 'without the right').toBeNull()
  })

  test('uses all proposals with one click, tells those that were refused, and undoes it', async () => {
    const { pointer, api, state } = await openHome(several(3))
    api
      .on(applyLearningProposals, () => {
        state.proposals = buildProposals({ inUse: 1 })
        return { applied: [id(102)], refused: [{ id: id(103), reason: 'gone' as const }] }
      })
      .on(undoLearning, () => {
        state.proposals = several(3)
        return { undone: [id(102)], kept: [] }
      })
    await pointer.click((await panel()).getByRole('button', { name: 'Use for all 2 cameras' }))
    await screen.findByText('1 camera uses what it learnt from the next alarm on')
    expect(screen.getByText(/^1 proposal was not used/)).toBeDefined()
    expect(api.callsOf(applyLearningProposals)[0]?.body).toEqual({ proposals: [id(102), id(103)] })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Learnt from labels' })).toBeNull())
    await pointer.click(screen.getByRole('button', { name: 'Undo' }))
    expect((await panel()).getByText('3 cameras could filter more false alarms.')).toBeDefined()
    expect(api.callsOf(undoLearning)[0]?.body).toEqual({ adjustments: [id(102)] })
  })

  test('uses the proposal of one camera', async () => {
    const { pointer, api } = await openHome(several(2))
    api.on(applyLearningProposals, () => ({ applied: [id(102)], refused: [] }))
    await pointer.click((await panel()).getByRole('button', { name: 'Use it: Gate 2' }))
    await waitFor(() => expect(api.callsOf(applyLearningProposals)[0]?.body).toEqual({ proposals: [id(102)] }))
  })

  test('warns about cameras whose learning filters true alarms, and takes it back', async () => {
    const applied = buildAdjustment({ appliedBy: 'Ada', appliedAt: '2026-11-20T02:00:00.000Z' })
    const { pointer, api } = await openHome(
      buildProposals({ losing: [{ ...place(4), applied, losing: 2, mayRevert: true }], inUse: 1 }),
    )
    const learnt = await panel()
    expect(learnt.getByText('Filters 2 alarms that are labelled true.')).toBeDefined()
    api.on(revertViewLearning, () => buildLearning())
    await pointer.click(learnt.getByRole('button', { name: 'Take back: Gate 4' }))
    await waitFor(() => expect(api.callsOf(revertViewLearning)[0]?.params).toEqual({ id: id(4) }))
  })

  test('lists cameras that use what they learnt, and takes one back', async () => {
    const applied = buildAdjustment({ appliedBy: 'Ada', appliedAt: '2026-11-20T02:00:00.000Z' })
    const using = (n: number, mayRevert: boolean) => ({ ...place(n), applied, losing: 0, mayRevert })
    const { pointer, api } = await openHome(buildProposals({ used: [using(4, true), using(5, false)], inUse: 3 }))
    const learnt = await panel()
    await pointer.click(learnt.getByText('3 cameras use what they learnt.'))
    const [first, second, more] = learnt.getAllByRole('listitem').map((row) => row.textContent)
    expect(first).toMatch(
      /^Gate 4.*Used since 20\/11\/2026 02:00 GMT, switched on by Ada\. False alarms filtered: 45 instead of 20 of 80\./,
    )
    expect(second).toMatch(/^Gate 5/)
    expect(more).toBe('and 1 more')
    expect(learnt.queryByRole('button', { name: 'Take back: Gate 5' }), 'without the right').toBeNull()
    api.on(revertViewLearning, () => buildLearning())
    await pointer.click(learnt.getByRole('button', { name: 'Take back: Gate 4' }))
    await waitFor(() => expect(api.callsOf(revertViewLearning)[0]?.params).toEqual({ id: id(4) }))
  })

  test('leads administrators to the proposal for all cameras', async () => {
    await openHome(buildProposals({ company: buildAdjustment() }))
    expect((await panel()).getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe(
      '/cams/settings/learning',
    )
  })

  test('is left out before anything was learnt, and is not asked for by users without the tree', async () => {
    const { api, unmount, console: opened } = await openHome(buildProposals())
    await waitFor(() => expect(api.callsOf(listLearningProposals)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Learnt from labels' })).toBeNull()
    unmount()
    opened.close()
    const operator = await openHome(several(3), buildUser({ roles: ['OPERATOR_USER'], permissions: ['alarm.read'] }))
    expect(operator.api.callsOf(listLearningProposals)).toEqual([])
  })
})
