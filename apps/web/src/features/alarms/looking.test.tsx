import { listLooking, sayLooking } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm, PROJECT_ID, SITE_ID, VIEW_ID } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

const me = { userId: buildUser().id, name: 'Me' }
const ana = { userId: '01900000-0000-7000-8000-0000000000a1', name: 'Ana' }
const ben = { userId: '01900000-0000-7000-8000-0000000000b1', name: 'Ben' }
const place = { viewId: VIEW_ID, siteId: SITE_ID, projectId: PROJECT_ID }

test('colleagues who look at an alarm are marked in its row and in the open alarm, and go again', async () => {
  const server = new AlarmServer([3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` })))
  server.api.on(listLooking, () => ({ alarms: [{ alarmId: alarmId(2), people: [ben], count: 1 }] }))
  await openAlarms({ server })
  const row = (name: RegExp) => within(screen.getByRole('option', { name }))
  await waitFor(() => expect(row(/Camera 2/).getByText('Ben is looking')).toBeTruthy())
  const say = (people: (typeof ana)[]) =>
    act(() => server.api.emit({ type: 'alarm.looked', id: alarmId(3), ...place, people, count: people.length }))
  // The user's own look is no news.
  say([me, ana])
  await waitFor(() => expect(facts().getByText('Ana is looking')).toBeTruthy())
  expect(row(/Camera 3/).getByText('Ana is looking')).toBeTruthy()
  say([me, ana, ben])
  await waitFor(() => expect(facts().getByText('Ana and Ben are looking')).toBeTruthy())
  say([me])
  await waitFor(() => expect(screen.queryByText(/Ana/)).toBeNull())
})

test('the open alarm is told to colleagues, and that it was closed', async () => {
  const { server, console } = await openAlarms()
  const told = () => server.api.callsOf(sayLooking).map(({ params, body }) => [params.id, body.gone])
  await waitFor(() => expect(told()).toEqual([[alarmId(3), false]]))
  await act(() => console.router.navigate({ to: '/cams/settings/{-$tab}', params: { tab: 'theme' } }))
  await waitFor(() =>
    expect(told()).toEqual([
      [alarmId(3), false],
      [alarmId(3), true],
    ]),
  )
})

test('a closed card marks who looks at any of its alarms, each person once', async () => {
  const server = new AlarmServer([3, 2, 1].map((n) => buildAlarm(n, { viewName: 'Camera yard' })))
  server.api.on(listLooking, () => ({
    alarms: [
      { alarmId: alarmId(1), people: [ana], count: 1 },
      { alarmId: alarmId(2), people: [ana, ben], count: 2 },
    ],
  }))
  await openAlarms({ server, folded: true })
  const card = () => within(screen.getByRole('option', { name: /Camera yard.*3 alarms/ }))
  await waitFor(() => expect(card().getByText('Ana and Ben are looking')).toBeTruthy())
  act(() => server.api.emit({ type: 'alarm.looked', id: alarmId(2), ...place, people: [me], count: 1 }))
  await waitFor(() => expect(card().getByText('Ana is looking')).toBeTruthy())
})
