import { listReceivers, type Receiver, setReceiverFallback } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildReceiver } from './testing/receiver-factory.ts'

vi.setConfig({ testTimeout: 120_000 })

const [first, second] = [buildReceiver(1), buildReceiver(2)]
const withBackup = (changes: Partial<Receiver> = {}): Receiver => ({
  ...first,
  fallback: { ...first.fallback, backupId: second.id },
  ...changes,
})

async function openFallback(list: Receiver[], name = 'Receiver 1') {
  const server = new ClientsServer()
  let receivers = list
  server.api
    .on(listReceivers, () => receivers)
    .on(setReceiverFallback, ({ params, body }) => {
      receivers = receivers.map((each) => (each.id === params.id ? { ...each, fallback: body } : each))
      return receivers.find(({ id }) => id === params.id) ?? first
    })
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}&tab=receivers`, server)
  const item = (await screen.findByText(name)).closest('li')
  if (!item) throw new Error(`no card of ${name}`)
  const open = async () => {
    await pointer.click(within(item).getByRole('button', { name: 'When it does not work…' }))
    return within(await screen.findByRole('dialog', { name: `When ${name} does not work` }))
  }
  return { pointer, api: server.api, open, card: within(item) }
}

test('a back-up and people are chosen, and the back-up says whose it is', async () => {
  const { pointer, api, open } = await openFallback([first, second])
  const form = await open()
  await pointer.selectOptions(form.getByRole('combobox', { name: 'Back-up receiver' }), 'Receiver 2')
  await pointer.type(form.getByLabelText(/E-mail these people/), 'nobody{Enter}')
  await pointer.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/nobody:/)).toBeDefined()
  await pointer.keyboard('{Backspace}')
  await pointer.type(form.getByLabelText(/E-mail these people/), '{Backspace}duty@example.com{Enter}')
  await pointer.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(setReceiverFallback).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { id: first.id },
      body: { backupId: second.id, afterFailures: 3, afterSeconds: 60, escalateTo: ['duty@example.com'] },
    },
  ])
  expect(await screen.findByText('Back-up of Receiver 1')).toBeDefined()
})

test('a receiver that is a back-up can have none, and says why', async () => {
  const { open } = await openFallback([withBackup(), second], 'Receiver 2')
  const form = await open()
  expect(form.getByText(/No other receiver of this site can be its back-up/)).toBeDefined()
  expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['None'])
})

test('the card says since when it does not work, and who was told', async () => {
  const down = { downSince: '2026-11-20T01:00:00.000Z', escalatedAt: '2026-11-20T01:01:00.000Z' }
  const { card } = await openFallback([withBackup(down), second])
  expect(card.getByText(/Does not work since/).textContent).toMatch(
    /Its back-up Receiver 2 gets the alarms\. People were told\./,
  )
})
