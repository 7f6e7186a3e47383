import {
  type AlarmRow,
  createReceiver,
  type ReplyOf,
  listReceivers,
  listSiteAlarms,
  previewReceiver,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildReceiver } from './testing/receiver-factory.ts'

vi.setConfig({ testTimeout: 120_000 })

const ALARM = '01900000-0000-7000-8009-000000000001'

test('a webhook in a station’s form shows what becomes of an alarm, its errors at their place, and is stored', async () => {
  const server = new ClientsServer()
  const row: AlarmRow = {
    id: ALARM,
    viewId: viewId(1),
    viewName: 'Gate',
    siteId: siteId(1),
    siteName: 'Depot',
    projectId: siteId(1),
    projectName: 'Client',
    timezone: 'UTC',
    receivedAt: '2026-11-20T01:00:00.000Z',
    eventType: 'motion',
    verdict: 'true',
    verdictAt: null,
    score: 0.9,
    classes: [],
    groundTruth: null,
    labelReason: null,
    noteCount: 0,
    frameCount: 0,
    isTest: false,
    outside: null,
    version: 1,
    rule: null,
  }
  server.api
    .on(listReceivers, () => [])
    .on(listSiteAlarms, () => ({ rows: [row], count: null, countIsExact: false, page: 1, limit: 20, more: false }))
    .on(previewReceiver, ({ body }): ReplyOf<typeof previewReceiver> =>
      body.template?.includes('{{nonsense}}')
        ? { text: null, missing: [], problems: [{ code: 'unknown', line: 2, column: 8, name: 'nonsense' }] }
        : {
            text: `${body.format} of ${body.alarmId ?? 'a test'} for ${body.account}`,
            missing: ['zone' as const],
            problems: [],
          },
    )
    .on(createReceiver, ({ body }) => ({
      receiver: buildReceiver(9, { name: body.name, config: { ...body.config } }),
      secret: null,
    }))
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}&tab=receivers`, server)
  await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add a receiver' }))
  expect(form.queryByRole('textbox', { name: /^Template/ })).toBeNull()
  await pointer.type(form.getByRole('textbox', { name: /Name of the receiver/ }), 'Desk')
  await pointer.type(form.getByRole('textbox', { name: /URL/ }), 'https://eu.sureviewops.example/receiver')
  await pointer.selectOptions(form.getByRole('combobox', { name: 'Form of the messages' }), 'SureView')

  // The ready template of the station, with the newest alarm of the site.
  const text = form.getByRole<HTMLTextAreaElement>('textbox', { name: /^Template/ })
  expect(text.value).toContain('"systemIdentifier": "{{account}}"')
  await pointer.type(form.getByRole('textbox', { name: /^Account of all/ }), 'root')
  const preview = await form.findByRole('region', { name: 'Preview' })
  await waitFor(() => expect(preview.textContent).toBe(`sureview of ${ALARM} for root`))
  expect(form.getByText('This message has no value for: zone. It is left empty.')).toBeDefined()
  await pointer.selectOptions(form.getByRole('combobox', { name: 'Preview with' }), 'A test message')
  await waitFor(() => expect(preview.textContent).toBe('sureview of a test for root'))

  await pointer.clear(text)
  await pointer.paste('{\n "a": "{{nonsense}}"}')
  await pointer.click(await form.findByRole('button', { name: /^Line 2, column 8: there is no value “nonsense”/ }))
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('{{nonsense}}')
  expect(form.queryByRole('region', { name: 'Preview' })).toBeNull()

  // A value takes the place of what is selected.
  await pointer.selectOptions(form.getByRole('combobox', { name: 'Insert a value' }), 'camera.name')
  await waitFor(() => expect(text.value).toBe('{\n "a": "{{camera.name}}"}'))
  await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a receiver' })).toBeNull())
  expect(server.api.callsOf(createReceiver)[0]?.body).toMatchObject({
    kind: 'webhook',
    config: { format: 'sureview', account: 'root', template: '{\n "a": "{{camera.name}}"}', cameras: [], codes: [] },
  })
})
