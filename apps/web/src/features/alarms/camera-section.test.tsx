import {
  type AlarmCamera,
  getAlarmCamera,
  getView,
  pauseView,
  previewSensitivity,
  type SensitivityPreview,
  updateView,
  type Permission,
} from '@winnow/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildAlarmCamera } from '../../testing/build-cure-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildView } from '../clients/testing/node-factory.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'
import { toRow } from './model/matches-filters.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 60_000 })

const alarm = buildAlarm(1)
const camera = buildAlarmCamera({ last: [toRow(buildAlarm(2))] })
const preview: SensitivityPreview = {
  current: 3,
  alarms: 60,
  judged: 58,
  notJudged: 2,
  filtered: { count: 7, labelledTrue: 1, labelledFalse: 4 },
  passed: { count: 0, labelledTrue: 0, labelledFalse: 0 },
  flips: [{ id: alarmId(2), receivedAt: alarm.receivedAt, from: 'true', to: 'false', groundTruth: true }],
}
const ALL = ['alarm.read', 'alarm.label', 'node.read', 'node.write', 'mask.write', 'schedule.write'] as const

async function openCamera(changes: Partial<AlarmCamera> = {}, permissions: readonly Permission[] = ALL) {
  localStorage.removeItem('winnow.alarm-camera')
  const server = new AlarmServer([alarm], buildUser({ permissions: [...permissions] }))
  server.api
    .on(getAlarmCamera, () => ({ ...camera, ...changes }))
    .on(previewSensitivity, () => preview)
    .on(updateView, () => buildView(1))
    .on(getView, () => buildView(1))
    .on(pauseView, () => buildView(1))
  const opened = await openAlarms({ server })
  const toggle = await facts().findByRole('button', { name: 'About this camera' })
  expect(server.api.callsOf(getAlarmCamera)).toHaveLength(0)
  if (toggle.getAttribute('aria-expanded') === 'false') await opened.pointer.click(toggle)
  await facts().findByText(/alarms in the last 24 hours/)
  return opened
}

test('the camera’s noise, reduction and latest alarms are shown when they are asked for', async () => {
  const { pointer } = await openCamera()
  expect(facts().getByText('41 alarms in the last 24 hours. Usually 12 a day.')).toBeTruthy()
  expect(facts().getByText(/^90(\.0)? % of 100 alarms were filtered in seven days\.$/)).toBeTruthy()
  const last = within(facts().getByRole('list', { name: 'Latest alarms of this camera' }))
  expect(last.getByRole('link').getAttribute('href')).toContain(alarmId(2))
  await pointer.click(facts().getByRole('button', { name: 'About this camera' }))
})

test('another sensitivity is previewed with its losses, and applied', async () => {
  const { pointer, server } = await openCamera()
  await pointer.click(facts().getByRole('button', { name: 'Sensitivity…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sensitivity of Gate' }))
  await dialog.findByText('58 alarms were judged again.')
  dialog.getByText('7 more would be filtered. (labelled true: 1, false: 4)')
  dialog.getByText('A true alarm would be lost.')
  dialog.getByText(/^2 alarms could not be judged again/)
  const flips = within(dialog.getByRole('list', { name: 'Alarms with another verdict' }))
  expect(flips.getByRole('link').getAttribute('href')).toContain(alarmId(2))
  expect(server.api.callsOf(previewSensitivity)[0]?.body).toEqual({ sensitivity: 2 })
  await pointer.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(server.api.callsOf(updateView)[0]).toMatchObject({
      params: { id: camera.viewId },
      body: { sensitivity: 2, basedOn: { sensitivity: 3 } },
    }),
  )
  await pointer.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.api.callsOf(updateView)[1]?.body).toMatchObject({ sensitivity: 3 }))
})

test('the camera is muted for an hour with one press, and resumed by undoing it', async () => {
  const { pointer, server } = await openCamera()
  await pointer.click(facts().getByRole('button', { name: 'Mute camera…' }))
  await pointer.click(await screen.findByRole('menuitem', { name: 'For an hour' }))
  await waitFor(() => expect(server.api.callsOf(pauseView)).toHaveLength(1))
  const { body } = server.api.callsOf(pauseView)[0] ?? {}
  expect(body?.reason).toBe('Muted at an alarm')
  expect(Date.parse(body?.pauseEndTime ?? '') - Date.now()).toBeGreaterThan(3_500_000)
  await pointer.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.api.callsOf(pauseView)[1]?.body).toEqual({ pauseEndTime: null }))
})

test('a box of the alarm is proposed as a mask on its picture, beside the usual picture of the camera', async () => {
  const { pointer } = await openCamera()
  const usual = await facts().findByRole('img', { name: 'Usual picture of Gate' })
  expect(usual.closest('figure')).not.toBeNull()
  await pointer.click(facts().getByRole('button', { name: 'Mask this…' }))
  await pointer.click(await screen.findByRole('menuitem', { name: /person.*2/i }))
  await waitFor(() => expect(location.pathname).toBe('/cams/clients/u'))
  expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({
    tab: 'masks',
    alarm: alarm.id,
    cam: alarm.viewId,
    box: '0.4,0.3,0.1,0.4',
  })
})

test('whoever may change nothing is told why, and can still preview', async () => {
  const { pointer } = await openCamera({ mayWrite: false })
  facts().getByText(/^Your account may not mute this camera/)
  facts().getByText(/^Your account may not mask this camera/)
  expect(facts().queryByRole('button', { name: 'Mute camera…' })).toBeNull()
  await pointer.click(facts().getByRole('button', { name: 'Sensitivity…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sensitivity of Gate' }))
  await dialog.findByText('58 alarms were judged again.')
  expect(dialog.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true)
})

test('a camera that turns says why it has no masks', async () => {
  await openCamera({ ptz: true })
  expect(facts().getByText(/^This camera turns/)).toBeTruthy()
})
