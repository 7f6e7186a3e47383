import {
  addDetectors,
  cancelDetectorTask,
  compareDetectors,
  type DetectorsOverview,
  getDetectors,
  removeDetector,
  setDetectorUse,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { AT, detector, overview, task } from '../../testing/build-detectors.ts'

vi.setConfig({ testTimeout: 120_000 })

const DONE = { success: true as const }
let state: DetectorsOverview
beforeEach(() => {
  state = overview()
})
async function open() {
  const user = buildUser({
    roles: ['SUPER_USER'],
    permissions: ['detectors.manage', 'companies.manage', 'alarm.read'],
  })
  const api = frameApi(user)
    .on(getDetectors, () => state)
    .on(addDetectors, () => {
      state = overview({ task: task({}) })
      return DONE
    })
    .on(cancelDetectorTask, () => {
      state = overview({ task: task({ state: 'cancelled', finishedAt: AT }) })
      return DONE
    })
    .on(setDetectorUse, () => DONE)
    .on(removeDetector, () => DONE)
    .on(compareDetectors, () => DONE)
  const opened = await renderConsole('/provider/detectors', { user, api })
  await screen.findByRole('heading', { name: 'Detectors' })
  return opened
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test('the page shows the figures to be expected of new cameras, with their intervals', async () => {
  await open()
  const sets = within(await screen.findByRole('region', { name: 'Sets of detectors' }))
  expect(sets.getByText('77.8 % (49 of 63)').tagName).toBe('STRONG')
  expect(sets.getByText('96.8 % (61 of 63)').tagName).toBe('STRONG')
  expect(sets.getAllByText('95 % interval 66.0 % to 99.3 %')).toHaveLength(2)
  expect(sets.getAllByText('not measured on unseen cameras')).toHaveLength(2)
  expect(
    screen.getByText(/^What they came to on 118 alarms of 62 cameras, each judged by what was chosen/),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Detectors' }).getAttribute('href')).toBe('/provider/detectors')
})

test('the page adds the recommended set with one click, shows progress, and can be cancelled', async () => {
  const { pointer, api } = await open()
  await pointer.click(await button('Add the set “Recommended”'))
  const bar = await screen.findByRole('progressbar', { name: 'Fetching pvb-2003' })
  expect(bar.getAttribute('value')).toBe('1000000')
  expect(screen.getByText('1 MB of 4 MB')).toBeDefined()
  expect((await button('Add the set “Recommended”')).disabled).toBe(true)
  await pointer.click(await button('Cancel'))
  await screen.findByText('Cancelled. Nothing of it stays.')
  expect(api.calls.filter(({ operation }) => operation === addDetectors)).toMatchObject([
    { body: { set: 'recommended' } },
  ])
})

test('the page shows why a task failed and what to do, until the user dismisses it', async () => {
  state = overview({ task: task({ state: 'failed', problem: 'It cannot be reached.', finishedAt: AT }) })
  const { pointer } = await open()
  await screen.findByText('It cannot be reached.')
  expect(screen.getByText(/drop them below/)).toBeDefined()
  await pointer.click(await button('Dismiss'))
  await waitFor(() => expect(screen.queryByText('It cannot be reached.')).toBeNull())
})

test('the page activates a stored detector, and removes it after a confirmation', async () => {
  state = overview({ detectors: [detector()] })
  const { pointer, api } = await open()
  await pointer.click(await button('Use Our own'))
  await screen.findByText('Our own is used from now on')
  await pointer.click(await button('Remove Our own'))
  await pointer.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Our own removed')
  expect(
    api.calls.flatMap(({ operation, params, body }) => (operation === setDetectorUse ? [{ params, body }] : [])),
  ).toEqual([{ params: { pack: 'ours' }, body: { inUse: true } }])
})

test('the page shows a machine on which a detector does not work', async () => {
  const problems = [{ id: 'ours', problem: 'net.onnx is missing' }]
  state = overview({
    detectors: [detector({ inUse: true, usedSince: AT })],
    machines: [{ name: 'a', isUpToDate: false, problems }],
  })
  await open()
  await screen.findByText('a, ours: net.onnx is missing')
  expect(screen.getByText('0 of 1 machine')).toBeDefined()
})

test('the page compares with the chosen set, and warns that few labels prove little', async () => {
  const ours = detector()
  state = overview({ detectors: [ours], labels: { true: 2, false: 40 } })
  const { pointer, api } = await open()
  await screen.findByText(/fewer than 30 of each kind/)
  await pointer.click(await screen.findByRole('combobox', { name: 'Compare what is in use with' }))
  await pointer.click(await screen.findByRole('option', { name: 'the same and Our own', hidden: true }))
  await pointer.click(await button('Compare'))
  await waitFor(() =>
    expect(api.calls.find(({ operation }) => operation === compareDetectors)?.body).toEqual({ packs: ['ours'] }),
  )
})

test('the page shows both sides of a comparison with counts and the probability of chance', async () => {
  const figures = (recall: number, reduction: number) => ({
    recall: { hits: recall, of: 40 },
    reduction: { hits: reduction, of: 60 },
  })
  state = overview({
    comparison: {
      finishedAt: AT,
      current: [],
      candidate: ['pvb-2003'],
      cameras: 9,
      skipped: 1,
      figures: { current: figures(30, 54), candidate: figures(39, 52) },
      only: { passedBy: { current: 0, candidate: 9 }, filteredBy: { current: 3, candidate: 1 } },
    },
  })
  await open()
  const result = within(await screen.findByRole('region', { name: 'Result' }))
  expect(result.getByText('75.0 % (30 of 40)')).toBeDefined()
  expect(result.getByText('97.5 % (39 of 40)')).toBeDefined()
  result.getByText(
    /9 were passed only by the compared ones, 0 only by those in use\. More than chance explains: .* pass more true alarms/,
  )
  expect(
    result.getByText(/1 were filtered only by the compared ones, 3 .* no larger than chance may bring/),
  ).toBeDefined()
  expect(result.getByText(/1 alarm was left out/)).toBeDefined()
})

test('the page shows an error when it cannot be loaded, and retries', async () => {
  const user = buildUser({ roles: ['SUPER_USER'], permissions: ['detectors.manage', 'companies.manage'] })
  const api = frameApi(user).on(getDetectors, () => failure('INTERNAL', 'broken'))
  await renderConsole('/provider/detectors', { user, api })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})

test('the page is not found for users who do not run the installation', async () => {
  await renderConsole('/provider/detectors', { user: buildUser() })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
})
