import { createAlarmLink, listAlarmLinks, MAX_ALARM_LINKS, revokeAlarmLink, type AlarmLink } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

const link = (n: number, changes: Partial<AlarmLink> = {}): AlarmLink => ({
  id: `01900000-0000-7000-8000-00000000dd${String(n).padStart(2, '0')}`,
  note: `Case ${n}`,
  createdAt: '2026-11-20T01:00:00.000Z',
  createdBy: 'Ada Admin',
  isOfReceiver: false,
  expiresAt: '2026-11-27T01:00:00.000Z',
  revokedAt: null,
  revokedBy: null,
  state: 'active',
  openCount: 0,
  lastOpenedAt: null,
  ...changes,
})

async function openShare(links: AlarmLink[]) {
  const server = new AlarmServer(
    [buildAlarm(1)],
    buildUser({ permissions: ['alarm.read', 'alarm.label', 'share.manage'] }),
  )
  server.api
    .on(listAlarmLinks, () => ({ rows: links }))
    .on(createAlarmLink, ({ body }) => {
      const made = link(9, { note: body.note ?? '' })
      links.unshift(made)
      return { link: made, token: 'tok', path: '/shared#tok' }
    })
    .on(revokeAlarmLink, ({ params }) => {
      const at = links.findIndex(({ id }) => id === params.linkId)
      links[at] = link(at, { state: 'revoked', revokedAt: '2026-11-21T01:00:00.000Z', revokedBy: 'Ada Admin' })
      return { success: true as const }
    })
  const opened = await openAlarms({ server })
  await opened.pointer.click(await facts().findByRole('button', { name: 'Share' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Share this alarm' })) }
}

test('an alarm is shared by a link for seven days, which is shown once and listed', async () => {
  const { pointer, server, dialog } = await openShare([])
  await dialog.findByText('This alarm has no links yet.')
  await pointer.type(dialog.getByRole('textbox', { name: 'For whom (optional)' }), 'Police')
  await pointer.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByRole('textbox', { name: 'Public link' })).toHaveProperty(
    'value',
    `${location.origin}/shared#tok`,
  )
  expect(server.api.callsOf(createAlarmLink)[0]).toMatchObject({
    params: { id: alarmId(1) },
    body: { days: 7, note: 'Police' },
  })
  await dialog.findByText('Police')
  dialog.getByText(/not opened yet/)
})

test('a link is revoked, and the list says by whom', async () => {
  const { pointer, server, dialog } = await openShare([link(0, { openCount: 2 }), link(1, { state: 'expired' })])
  await dialog.findByText(/opened 2 times/)
  dialog.getByText(/^expired on/)
  const buttons = dialog.getAllByRole('button', { name: /^Revoke the link/ })
  expect(buttons).toHaveLength(1)
  await pointer.click(buttons[0] ?? document.body)
  await dialog.findByText(/^revoked by Ada Admin/)
  await waitFor(() => expect(dialog.queryByRole('button', { name: /^Revoke the link/ })).toBeNull())
  expect(server.api.callsOf(revokeAlarmLink)[0]?.params).toEqual({ id: alarmId(1), linkId: link(0).id })
})

test('no more links are offered than an alarm can have', async () => {
  const { dialog } = await openShare(Array.from({ length: MAX_ALARM_LINKS }, (_, n) => link(n)))
  await dialog.findByText(/as many links as it can have/)
  expect(dialog.getByRole('button', { name: 'Create link' })).toHaveProperty('disabled', true)
})

test('links in messages to receivers are named by the receiver, revoked as others, and leave room for links of people', async () => {
  const made = Array.from({ length: MAX_ALARM_LINKS }, (_, n) =>
    link(n, { note: '', createdBy: 'Police', isOfReceiver: true }),
  )
  const { dialog } = await openShare(made)
  expect(await dialog.findAllByText('In messages to Police')).toHaveLength(MAX_ALARM_LINKS)
  expect(dialog.getAllByRole('button', { name: 'Revoke the link: In messages to Police' })).toHaveLength(
    MAX_ALARM_LINKS,
  )
  expect(dialog.getByRole('button', { name: 'Create link' })).toHaveProperty('disabled', false)
})

test('sharing is not offered without the right', async () => {
  await openAlarms({
    server: new AlarmServer([buildAlarm(1)], buildUser({ permissions: ['alarm.read', 'alarm.label'] })),
  })
  await waitFor(() => expect(facts().getAllByRole('button').length).toBeGreaterThan(3))
  expect(facts().queryByRole('button', { name: 'Share' })).toBeNull()
})
