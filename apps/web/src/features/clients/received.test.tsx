import { listViewSignals, type SignalRow } from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const ALARM_ID = '01900000-0000-7000-8000-000000000077'

const signal = (n: number, facts: Partial<SignalRow>): SignalRow => ({
  id: `01900000-0000-7000-8000-00000000000${n}`,
  receivedAt: '2026-03-01T12:00:00.000Z',
  source: 'http',
  kind: 'alarm',
  isTest: false,
  vendor: null,
  event: null,
  eventType: null,
  deviceTime: null,
  subject: null,
  text: null,
  recipient: null,
  remoteAddress: null,
  bytes: 4,
  problems: [],
  duplicateOf: null,
  alarmId: ALARM_ID,
  alarmState: 'true',
  ...facts,
})

test('a trial alarm is distinguished from alarms that the camera sent, and opens in the list with trials', async () => {
  const server = new ClientsServer()
  server.api.on(listViewSignals, () => [signal(2, { isTest: true }), signal(1, { source: 'smtp' })])
  await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=received`, server)
  const [tried, sent] = within(await screen.findByRole('list', { name: 'What this camera sent' })).getAllByRole(
    'listitem',
  )
  if (!tried || !sent) throw new Error('two signals were to be listed')
  expect(within(tried).getByText('Tried by hand')).toBeDefined()
  expect(within(sent).queryByText('Tried by hand')).toBeNull()
  const linkOf = (item: HTMLElement) => within(item).getByRole('link', { name: 'Open alarm' }).getAttribute('href')
  expect(linkOf(tried)).toBe(`/cams/alarms/${ALARM_ID}?tests=true`)
  expect(linkOf(sent)).toBe(`/cams/alarms/${ALARM_ID}`)
})

test('each message has the verdict of its alarm, and no link to an alarm that the user may not see', async () => {
  const server = new ClientsServer()
  server.api.on(listViewSignals, () => [
    signal(3, { alarmState: 'false' }),
    signal(2, { alarmState: 'outside' }),
    signal(1, { alarmState: null }),
  ])
  await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=received`, server)
  const items = within(await screen.findByRole('list', { name: 'What this camera sent' })).getAllByRole('listitem')
  expect(items.map((item) => within(item).queryByText(/^(Filtered|Outside|Passed on)$/)?.textContent)).toEqual([
    'Filtered',
    'Outside',
    undefined,
  ])
  // The list of alarms leaves out alarms without a verdict, unless it is asked for them.
  expect(items.map((item) => within(item).queryByRole('link')?.getAttribute('href'))).toEqual([
    `/cams/alarms/${ALARM_ID}`,
    `/cams/alarms/${ALARM_ID}?verdict=%5B%22outside%22%5D`,
    undefined,
  ])
})
