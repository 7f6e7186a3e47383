import { getHome, getLabelAgreement, type ReplyOf } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAgreement, buildHome } from '../../testing/build-home.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

async function openHome(agreement: ReplyOf<typeof getLabelAgreement>) {
  const api = frameApi()
    .on(getHome, () => buildHome())
    .on(getLabelAgreement, () => agreement)
  const opened = await renderConsole('/cams/dashboard', { api })
  await screen.findByText('Received', { selector: 'dt' })
  return { ...opened, api }
}
const figure = async () =>
  (await screen.findByText('Company and supervisors agree', { selector: 'dt' })).parentElement?.textContent

const few = buildAgreement({
  bothTrue: 4,
  bothFalse: 3,
  companyTrue: 1,
  supervisorTrue: 2,
  share: { share: 0.7, low: 0.348, high: 0.933, count: 7, of: 10 },
  kappa: 0.4,
  latest: {
    id: '01900000-0000-7000-8000-000000000001',
    viewId: '01900000-0000-7000-8000-000000000002',
    receivedAt: '2026-11-20T02:00:00.000Z',
  },
})

test('the agreement of labels has interval, sample size and kappa, and leads to the latest difference', async () => {
  await openHome(few)
  expect(await figure()).toBe(
    'Company and supervisors agree7 of 1095 % interval 34.8 % – 93.3 %of 10 alarms of 90 days that both labelledCohen’s kappa 0.4Latest difference',
  )
  const link = screen.getByRole('link', { name: 'Latest difference' }).getAttribute('href')
  expect(link).toContain(
    '/cams/alarms/01900000-0000-7000-8000-000000000001?camera=01900000-0000-7000-8000-000000000002',
  )
})

test('is a percentage with enough labels, without a kappa where chance explains all', async () => {
  await openHome(buildAgreement({ share: { share: 1, low: 0.91, high: 1, count: 40, of: 40 } }))
  expect(await figure()).toBe(
    'Company and supervisors agree100.0 %95 % interval 91.0 % – 100.0 %of 40 alarms of 90 days that both labelled',
  )
})

test('is left out before both have labelled an alarm', async () => {
  const { api } = await openHome(buildAgreement())
  await waitFor(() => expect(api.callsOf(getLabelAgreement)).toHaveLength(1))
  expect(screen.queryByText('Company and supervisors agree')).toBeNull()
})
