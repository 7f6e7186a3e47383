import { updateView } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

async function openSettings() {
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}`)
  await opened.pointer.click(await screen.findByRole('tab', { name: 'Settings' }))
  const sensitivity = within(await screen.findByRole('radiogroup', { name: 'Sensitivity' }))
  return { ...opened, sensitivity }
}

test('each step of the sensitivity explains its effect, and the chosen one is saved', async () => {
  const { pointer, sensitivity, server } = await openSettings()
  const steps = sensitivity.getAllByRole<HTMLInputElement>('radio')
  expect(steps.map((step) => step.labels?.[0]?.textContent)).toEqual([
    '1 · Lowest – only what is clear',
    '2 · Low – stricter than normal',
    '3 · Normal – right for most cameras',
    '4 · High – small and faint figures too',
    '5 · Highest – at the slightest sign',
  ])
  expect(steps.map((step) => step.checked)).toEqual([false, false, true, false, false])
  expect(sensitivity.getByText(/somebody far off or half hidden may be missed/)).toBeDefined()
  await pointer.click(sensitivity.getByRole('radio', { name: /^4/ }))
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.api.callsOf(updateView)[0]?.body).toEqual({ sensitivity: 4, basedOn: { sensitivity: 3 } }),
  )
})

test('switching off people or vehicles shows a warning before saving', async () => {
  const { pointer } = await openSettings()
  const people = screen.getByRole('checkbox', { name: 'People' })
  const vehicles = screen.getByRole('checkbox', { name: 'Vehicles' })
  expect(screen.queryByText(/are switched off/)).toBeNull()
  await pointer.click(people)
  expect(screen.getByText(/^People are switched off/)).toBeDefined()
  expect(screen.queryByText(/^Vehicles are switched off/)).toBeNull()
  await pointer.click(people)
  await pointer.click(vehicles)
  expect(screen.getByText(/^Vehicles are switched off/)).toBeDefined()
  // With nothing selected there is no warning, only the error that something must be selected.
  await pointer.click(people)
  expect(screen.getByText('Choose at least one')).toBeDefined()
  expect(screen.queryByText(/are switched off/)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test('the effect on animals is explained, whether they are filtered or not', async () => {
  const { pointer } = await openSettings()
  expect(screen.getByText(/Animals are filtered like wind and rain/)).toBeDefined()
  await pointer.click(screen.getByRole('checkbox', { name: 'Animals' }))
  expect(screen.getByText(/Every animal that is seen passes the alarm on/)).toBeDefined()
})

test('switching a camera off and on again changes its icon in the tree · VIEWS-008', async () => {
  const { pointer } = await openSettings()
  const icon = (name: string) => document.querySelector(`[role=treeitem][data-level="3"] .tabler-icon-${name}`)
  const toggle = async () => {
    await pointer.click(await screen.findByRole('switch', { name: /^Camera is active/ }))
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
  }
  await waitFor(() => expect(icon('camera')).not.toBeNull())
  await toggle()
  await waitFor(() => expect(icon('camera-off')).not.toBeNull())
  expect(icon('camera')).toBeNull()
  await toggle()
  await waitFor(() => expect(icon('camera')).not.toBeNull())
  expect(icon('camera-off')).toBeNull()
})
