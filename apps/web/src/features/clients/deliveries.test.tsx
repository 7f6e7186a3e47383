import {
  type Delivery,
  type DeliveryTry,
  listDeliveries,
  listDeliveryTries,
  listReceivers,
  type Receiver,
  resendDeliveries,
  resendDelivery,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { projectId, siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildDelivery, buildReceiver } from './testing/receiver-factory.ts'

vi.setConfig({ testTimeout: 120_000 })

const ALARM_ID = '01900000-0000-7000-8000-000000000077'
const OTHER_ID = '01900000-0000-7000-8000-000000000078'

/** The opened deliveries of receiver 1. The server stores the messages and filters as the real one does. */
async function openDeliveries(list: Delivery[], receiver: Partial<Receiver> = {}, user = treeUser()) {
  const server = new ClientsServer(user)
  const state = { messages: list }
  server.api
    .on(listReceivers, () => [buildReceiver(1, receiver)])
    .on(listDeliveries, ({ query }) => {
      const { search = '' } = query
      const rows = state.messages
        .filter((each) => query['state'] === 'all' || each.state === query['state'])
        .filter(({ alarmId }) => search === '' || (alarmId !== null && search.includes(alarmId)))
      const [page, limit] = [Number(query['page']), Number(query['limit'])]
      return { rows: rows.slice((page - 1) * limit, page * limit), count: rows.length, countIsExact: true, page, limit }
    })
    .on(resendDeliveries, ({ body }) => {
      const isMeant = (each: Delivery) => each.state === body.state
      const count = state.messages.filter(isMeant).length
      state.messages = state.messages.map((each) => (isMeant(each) ? { ...each, state: 'waiting' } : each))
      return { count, job: null }
    })
    .on(listDeliveryTries, (): DeliveryTry[] => [
      {
        id: ALARM_ID,
        at: '2026-11-20T01:00:00.000Z',
        ms: 120,
        state: 'sent',
        lastStatus: 200,
        lastError: null,
        lastDetail: null,
        sent: 'POST https://station1.example/alarms\n\n{"type":"alarm.created"}',
        answered: 'HTTP 200\n\nthanks',
        isCut: false,
      },
      {
        id: OTHER_ID,
        at: '2026-11-20T00:59:00.000Z',
        ms: 15_000,
        state: 'retrying',
        lastStatus: null,
        lastError: 'refused',
        lastDetail: null,
        sent: null,
        answered: null,
        isCut: true,
      },
    ])
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
    buildDelivery(1, { alarmId: ALARM_ID, viewName: 'North gate' }),
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
    buildDelivery(4, {
      state: 'given-up',
      lastError: 'rejected',
      lastStatus: 404,
      lastDetail: 'The receiver answered 404.',
    }),
  ])
  const [alarm, correction, tried, refused] = (await rows()).map((row) => row.textContent ?? '')
  expect(alarm).toMatch(/Alarm: North gate.*Sent.*1/)
  expect(correction).toMatch(
    /Correction.*Retrying since 20\/11\/2026 0\d:14 \w+3The receiver refused the connection: nothing listens.* No connection \(ECONNREFUSED\)\./,
  )
  expect(tried).toMatch(/Test.*Given up.*refused the message.*\(answer 403\)/)
  // Not twice.
  expect(refused?.match(/404/g)).toHaveLength(1)
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

test('all messages of a filter are sent again, with their number asked first', async () => {
  const givenUp = Array.from({ length: 45 }, (_, n) => buildDelivery(n, { state: 'given-up' }))
  const { pointer, api } = await openDeliveries([...givenUp, buildDelivery(99)], { givenUp: 45 })
  await pointer.click(await screen.findByRole('button', { name: 'Send all again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 45 messages again?' }))
  expect(api.callsOf(resendDeliveries)).toHaveLength(0)
  await pointer.click(dialog.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('45 messages are being sent again')).toBeDefined()
  expect(api.callsOf(resendDeliveries).map(({ body }) => body)).toEqual([{ state: 'given-up' }])
  // There is nothing to send again among those that wait.
  await pointer.click(screen.getByRole('radio', { name: 'Waiting' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send all again' })).toBeNull())
})

test('the number of another filter is never that of the last one', async () => {
  const givenUp = [1, 2].map((n) => buildDelivery(n, { state: 'given-up' }))
  const { pointer, api, state } = await openDeliveries([...givenUp, buildDelivery(3)], { givenUp: 2 })
  await screen.findByRole('button', { name: 'Send all again' })
  const answer = Promise.withResolvers<void>()
  api.on(listDeliveries, async ({ query }) => {
    await answer.promise
    const found = state.messages.filter((each) => each.state === query['state'])
    return { rows: found, count: found.length, countIsExact: true, page: 1, limit: 20 }
  })
  await pointer.click(screen.getByRole('radio', { name: 'Sent' }))
  expect(screen.queryByRole('button', { name: 'Send all again' })).toBeNull()
  answer.resolve()
  await pointer.click(await screen.findByRole('button', { name: 'Send all again' }))
  expect(await screen.findByRole('dialog', { name: 'Send 1 message again?' })).toBeDefined()
})

test('where more messages are found than are counted, the question says so', async () => {
  const { pointer, api } = await openDeliveries([])
  const found = [buildDelivery(1, { state: 'given-up' })]
  api.on(listDeliveries, () => ({ rows: found, count: 10_000, countIsExact: false, page: 1, limit: 20 }))
  await pointer.click(screen.getByRole('radio', { name: 'Given up' }))
  await pointer.click(await screen.findByRole('button', { name: 'Send all again' }))
  expect(await screen.findByRole('dialog', { name: 'Send more than 10,000 messages again?' })).toBeDefined()
})

test('a message shows its tries, with what was sent and answered', async () => {
  const { pointer } = await openDeliveries([buildDelivery(1)])
  await pointer.click((await table()).getByRole('button', { name: 'Tries' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Tries: Alarm/ }))
  const [sent, failed] = await dialog.findAllByRole('listitem')
  if (!sent) throw new Error('no try is shown')
  expect(within(sent).getByLabelText('Sent').textContent).toContain('POST https://station1.example/alarms')
  expect(within(sent).getByLabelText('Answered').textContent).toContain('thanks')
  expect(failed?.textContent).toMatch(/Retrying.*The receiver refused the connection.*Nothing was sent.*64 KB/)
})

test('messages are found by the link of their alarm', async () => {
  const { pointer, api } = await openDeliveries([buildDelivery(1, { alarmId: ALARM_ID }), buildDelivery(2)])
  await pointer.type(await screen.findByRole('searchbox', { name: 'Id or link of an alarm' }), ALARM_ID)
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(api.callsOf(listDeliveries).at(-1)?.query).toMatchObject({ search: ALARM_ID })
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
