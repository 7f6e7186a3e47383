import { type Delivery, listDeliveries, listReceivers, type Receiver, resendDelivery } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { projectId, siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildDelivery, buildReceiver } from './testing/receiver-factory.ts'

vi.setConfig({ testTimeout: 120_000 })

const ALARM_ID = '01900000-0000-7000-8000-000000000077'

/** The opened deliveries of receiver 1. The server stores the messages and filters as the real one does. */
async function openDeliveries(list: Delivery[], receiver: Partial<Receiver> = {}, user = treeUser()) {
  const server = new ClientsServer(user)
  const state = { messages: list }
  server.api
    .on(listReceivers, () => [buildReceiver(1, receiver)])
    .on(listDeliveries, ({ query }) => {
      const rows = state.messages.filter((each) => query['state'] === 'all' || each.state === query['state'])
      const [page, limit] = [Number(query['page']), Number(query['limit'])]
      return { rows: rows.slice((page - 1) * limit, page * limit), count: rows.length, countIsExact: true, page, limit }
    })
    .on(resendDelivery, ({ params }) => {
      state.messages = state.messages.map((each) => (each.id === params.id ? { ...each, state: 'waiting' } : each))
      return state.messages.find((each) => each.id === params.id) ?? buildDelivery(0)
    })
  const opened = await openClients(`/cams/clients/u?site=${siteId(1)}&tab=receivers`, server)
  await opened.pointer.click(await screen.findByRole('button', { name: 'Show what was sent' }))
  return { ...opened, api: server.api, state }
}
const table = async () => within(await screen.findByRole('region', { name: 'Sent to Receiver 1' }))
const rows = async () => (await table()).getAllByRole('row').slice(1)

test('deliveries are listed with kind, state and reason, and link to the alarm', async () => {
  const { pointer } = await openDeliveries([
    buildDelivery(1, { alarmId: ALARM_ID }),
    buildDelivery(2, {
      type: 'alarm.corrected',
      state: 'retrying',
      retryingSince: '2026-11-20T01:14:00.000Z',
      attempts: 3,
      lastError: 'refused',
      lastStatus: null,
      lastDetail: 'No connection (ECONNREFUSED).',
    }),
    buildDelivery(3, { type: 'test', state: 'given-up', lastError: 'rejected', lastStatus: 403 }),
  ])
  const [alarm, correction, tried] = (await rows()).map((row) => row.textContent ?? '')
  expect(alarm).toMatch(/Alarm.*Sent.*1/)
  expect(correction).toMatch(
    /Correction.*Retrying since 20\/11\/2026 0\d:14 \w+3The receiver refused the connection: nothing listens.* No connection \(ECONNREFUSED\)\./,
  )
  expect(tried).toMatch(/Test.*Given up.*refused the message.*\(answer 403\)/)
  await pointer.click((await table()).getByRole('link', { name: 'Open alarm' }))
  await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${ALARM_ID}`))
})

test('a receiver with finally failed messages lists only these at first, and one can be sent again', async () => {
  const { pointer, api } = await openDeliveries(
    [buildDelivery(1), buildDelivery(2, { state: 'given-up', lastError: 'connect', lastStatus: null })],
    { givenUp: 1 },
  )
  expect(await rows()).toHaveLength(1)
  await pointer.click((await table()).getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('None of these')).toBeDefined()
  expect(api.callsOf(resendDelivery)).toHaveLength(1)
  await pointer.click(screen.getByRole('radio', { name: 'Waiting' }))
  expect(await rows()).toHaveLength(1)
})

test('several finally failed messages are sent again at once', async () => {
  const { pointer, api } = await openDeliveries(
    [buildDelivery(1), buildDelivery(2, { state: 'given-up' }), buildDelivery(3, { state: 'given-up' })],
    { givenUp: 2 },
  )
  await pointer.click((await table()).getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = within(screen.getByRole('region', { name: 'What is selected' }))
  await pointer.click(bar.getByRole('button', { name: 'Send again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 messages again?' }))
  await pointer.click(dialog.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('2 messages are being sent again')).toBeDefined()
  expect(api.callsOf(resendDelivery)).toHaveLength(2)
  expect(await screen.findByText('None of these')).toBeDefined()
})

test('long lists are paged', async () => {
  const { pointer, api } = await openDeliveries(Array.from({ length: 45 }, (_, n) => buildDelivery(n)))
  expect(await rows()).toHaveLength(20)
  const pages = () => within(screen.getByRole('navigation', { name: 'Pages: Sent to Receiver 1' }))
  await pointer.click(pages().getByRole('button', { name: '3' }))
  await waitFor(async () => expect(await rows()).toHaveLength(5))
  expect(pages().getByRole('button', { name: '3' }).getAttribute('aria-current')).toBe('page')
  // Another filter starts at its first page.
  await pointer.click(screen.getByRole('radio', { name: 'Sent' }))
  await waitFor(async () => expect(await rows()).toHaveLength(20))
  expect(api.callsOf(listDeliveries).at(-1)?.query).toMatchObject({ state: 'sent', page: '1' })
})

test('changes appear automatically', async () => {
  const { api, state } = await openDeliveries([buildDelivery(1, { state: 'waiting' })])
  expect((await rows())[0]?.textContent).toContain('Waiting')
  state.messages = [buildDelivery(1)]
  const { id, receiverId } = buildDelivery(1)
  act(() => api.emit({ type: 'delivery.changed', id, receiverId, siteId: siteId(1), projectId: projectId(1) }))
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Sent'))
})

test('an empty list shows a hint, and users without the right cannot send messages again', async () => {
  const { companyId } = treeUser()
  const reader = treeUser({ permissionsByCompany: { [companyId]: ['node.read'] } })
  const { pointer, state } = await openDeliveries([], {}, reader)
  expect(await screen.findByText('Nothing has been sent yet')).toBeDefined()
  state.messages = [buildDelivery(1, { state: 'given-up' })]
  await pointer.click(screen.getByRole('radio', { name: 'Given up' }))
  expect(await rows()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})
