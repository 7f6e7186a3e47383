import { describeLabelledExport, exportLabelled, type ReplyOf } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { openAlarms } from './testing/open-alarms.tsx'
import { AlarmServer } from './testing/alarm-api.ts'
import { buildAlarm } from './testing/alarm-factory.ts'

const saved = vi.fn<(name: string) => void>()
beforeEach(() => {
  saved.mockClear()
  URL.createObjectURL = () => 'blob:saved'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (this.href === 'blob:saved') saved(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())

const size = (change: Partial<ReplyOf<typeof describeLabelledExport>> = {}) => ({
  true: 300,
  false: 112,
  pictures: 1870,
  bytes: 640_000_000,
  isTooMuch: false,
  ...change,
})

async function openExport(path = '/cams/alarms', found = size()) {
  const user = buildUser({ permissions: ['alarm.read', 'share.manage'] })
  const server = new AlarmServer([buildAlarm(1)], user)
  server.api.on(describeLabelledExport, () => found)
  const opened = await openAlarms({ path, server })
  await opened.pointer.click(await screen.findByRole('button', { name: 'Export labelled alarms' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export labelled alarms' }))
  await dialog.findByText(found.true + found.false > 0 ? '1,870' : /No alarm under these filters/)
  return { ...opened, dialog }
}

test('the export dialog shows the size, exports the filtered alarms, and closes when the file is saved', async () => {
  const { pointer, server, dialog } = await openExport('/cams/alarms?label=false&object=animal')
  expect(dialog.getByText('300')).toBeDefined()
  expect(dialog.getByText('112')).toBeDefined()
  server.api.on(exportLabelled, () => new Response('zip', { headers: { 'content-type': 'application/zip' } }))
  await pointer.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [described] = server.api.callsOf(describeLabelledExport)
  const [taken] = server.api.callsOf(exportLabelled)
  expect(taken?.query).toMatchObject({ label: 'false', objectType: 'animal' })
  expect(taken?.query, 'what was counted is what is taken').toEqual(described?.query)
  expect(taken?.query).not.toHaveProperty('limit')
  expect(saved).toHaveBeenCalledOnce()
  expect(saved.mock.calls[0]?.[0]).toMatch(/^labelled-alarms-\d{4}-\d\d-\d\d\.zip$/)
})

test('the export shows its progress and can be cancelled', async () => {
  const { pointer, server, dialog } = await openExport()
  server.api.on(exportLabelled, () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(2048)) })
    return new Response(body, { headers: { 'content-type': 'application/zip' } })
  })
  await pointer.click(dialog.getByRole('button', { name: 'Download' }))
  const bar = await dialog.findByRole<HTMLProgressElement>('progressbar')
  await waitFor(() => expect(bar.value).toBe(2048))
  await pointer.click(dialog.getByRole('button', { name: 'Stop' }))
  expect(await dialog.findByRole('button', { name: 'Cancel' })).toBeDefined()
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByText(/could not/)).toBeNull()
})

test('the export cannot be started without labelled alarms, and says what to do', async () => {
  const { dialog } = await openExport('/cams/alarms', size({ true: 0, false: 0, pictures: 0, bytes: 0 }))
  expect(dialog.getByText(/Label alarms with T and F/)).toBeDefined()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
})

test('the export cannot be started above the limit of one file, and says what to do', async () => {
  const { dialog } = await openExport('/cams/alarms', size({ isTooMuch: true }))
  expect(dialog.getByRole('alert').textContent).toMatch(/5,000 alarms or .*Choose a shorter time or fewer cameras/)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
})

test('the export reports that others are exporting', async () => {
  const { pointer, server, dialog } = await openExport()
  server.api.on(exportLabelled, () => failure('UNAVAILABLE', 'Others are exporting'))
  await pointer.click(dialog.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText(/Others are exporting at the moment/)).toBeDefined()
})

test('the export is not offered to users without the permission', async () => {
  await openAlarms({ user: buildUser({ permissions: ['alarm.read', 'alarm.label'] }) })
  await screen.findByRole('button', { name: 'Filters' })
  expect(screen.queryByRole('button', { name: 'Export labelled alarms' })).toBeNull()
})
