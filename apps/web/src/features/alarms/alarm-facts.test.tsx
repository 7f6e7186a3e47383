import {
  type Alarm,
  analyseAlarm,
  type Contact,
  deleteNote,
  describeHour,
  getSiteInstructions,
  labelHour,
  type Note,
  resendDelivery,
  undoLabels,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure, json } from '../../testing/fake-api.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm, SITE_ID } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

const one = (overrides: Partial<Alarm>) =>
  openAlarms({ alarms: [buildAlarm(1, { viewName: 'Camera 1', ...overrides })] })

function buildNote(overrides: Partial<Note> = {}): Note {
  return {
    id: '01900000-0000-7000-8000-00000000bb01',
    alarmId: alarmId(1),
    userId: buildUser().id,
    userName: 'Ada Admin',
    content: 'Called the guard',
    createdAt: '2026-11-20T02:00:00.000Z',
    ...overrides,
  }
}

describe('facts', () => {
  test('reasons are sentences with scores and picture numbers', async () => {
    await one({
      reasons: [
        { code: 'person-detected', params: { frame: 1, score: 0.874 } },
        { code: 'decode-failed', params: { count: 2 } },
        { code: 'not-wanted', params: { class: 'animal' } },
      ],
    })
    expect(await facts().findByText('A person was seen (87.4 %) on picture 2')).toBeTruthy()
    expect(await facts().findByText('2 pictures could not be read')).toBeTruthy()
    expect(await facts().findByText('What was seen (animal) is not what this camera looks out for')).toBeTruthy()
  })

  test('what the operator must know of the site is shown, with links that call and write, and nothing if there is nothing', async () => {
    const server = new AlarmServer([buildAlarm(1, { viewName: 'Camera 1' })])
    const known: { notes: string | null; contacts: Contact[] } = {
      notes: 'Dog on site.\nRing twice.',
      contacts: [
        { type: 3, name: 'Kim Key', phone: '+44 20 7946 0000', email: null },
        { type: 1, name: 'Pat Prime', phone: null, email: 'pat@site.example' },
      ],
    }
    server.api.on(getSiteInstructions, () => ({ siteId: SITE_ID, address: '1 Quay Road', ...known }))
    await openAlarms({ server })
    const people = await facts().findByRole('list', { name: 'People to call, in this order' })
    expect(
      within(people)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Kim Key Keyholder+44 20 7946 0000', 'Pat Prime Primarypat@site.example'])
    expect(
      within(people)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['tel:+442079460000', 'mailto:pat@site.example'])
    expect(facts().getByText(/^Dog on site/)).toBeTruthy()
    expect(facts().getByText('1 Quay Road')).toBeTruthy()
  })

  test.each<[string, NonNullable<Alarm['outside']>]>([
    ['The camera or its site was switched off.', { reason: 'inactive', until: null }],
    ['All products of the camera were switched off.', { reason: 'no-product', until: null }],
    [
      'The camera or its site was paused. The pause was to end on 20/11/2026 10:00:00 CET.',
      { reason: 'paused', until: '2026-11-20T09:00:00.000Z' },
    ],
  ])('an alarm that was kept without a verdict says why: %s', async (words, outside) => {
    const unjudged = { verdict: null, verdictAt: null, releasedAt: null, reasons: [], outside }
    const alarms = [buildAlarm(1, { timezone: 'Europe/Madrid', ...unjudged })]
    await openAlarms({ path: '/cams/alarms?verdict=outside', alarms })
    expect(await facts().findByText(words)).toBeTruthy()
    expect(facts().getByText('Outside')).toBeTruthy()
    expect(facts().getByText('The camera did not count, so nothing is passed on')).toBeTruthy()
    expect(facts().queryByText(/^Being analysed/)).toBeNull()
  })

  test('an alarm that was kept is analysed and passed on by hand, by a button or a key, and says who did it', async () => {
    const outside = { reason: 'schedule', until: null } as const
    const unjudged = { verdict: null, verdictAt: null, releasedAt: null, reasons: [], outside }
    const server = new AlarmServer([1, 2].map((n) => buildAlarm(n, { viewName: `Camera ${n}`, ...unjudged })))
    const refused: string[] = []
    server.api.on(analyseAlarm, ({ params }) => {
      const alarm = server.get(params.id)
      if (alarm.id === alarmId(2) && refused.push(alarm.id) === 1) return failure('CONFLICT', 'analysed already')
      const byHand = { by: 'Ada Admin', at: '2026-11-20T02:00:00.000Z', ...outside }
      const after = { ...alarm, outside: null, byHand, version: alarm.version + 1 }
      server.alarms.set(alarm.id, after)
      return after
    })
    const { pointer } = await openAlarms({ path: `/cams/alarms/${alarmId(1)}?verdict=outside`, server })
    await pointer.click(await facts().findByRole('button', { name: 'Analyse and send' }))
    await screen.findByText('“Camera 1”: the alarm is analysed, and passed on if it is not filtered')
    expect(await facts().findByText(/By its schedule, .* Analysed by hand by Ada Admin, 20\/11\/2026/)).toBeTruthy()
    expect(facts().getByText(/^Being analysed/)).toBeTruthy()
    expect(facts().queryByRole('button', { name: 'Analyse and send' })).toBeNull()
    // The key does nothing at an alarm that counts.
    await pointer.keyboard('j')
    expect(server.api.callsOf(analyseAlarm)).toHaveLength(1)
    await pointer.click(await screen.findByText('Camera 2'))
    await facts().findByRole('button', { name: 'Analyse and send' })
    await pointer.keyboard('j')
    expect(await screen.findByText('Someone else changed it in the meantime')).toBeTruthy()
  })

  test('who may not label has no button for it', async () => {
    const outside = { reason: 'schedule', until: null } as const
    const alarms = [buildAlarm(1, { verdict: null, verdictAt: null, releasedAt: null, reasons: [], outside })]
    const user = buildUser({ roles: ['SUPERVISOR'], permissions: ['node.read', 'alarm.read'] })
    await openAlarms({ path: '/cams/alarms?verdict=outside', server: new AlarmServer(alarms, user) })
    expect(await facts().findByText(/^By its schedule/)).toBeTruthy()
    expect(facts().queryByRole('button', { name: 'Analyse and send' })).toBeNull()
  })

  test('an unknown reason is shown as its code', async () => {
    await one({ reasons: [{ code: 'moon-landing' }] })
    expect(await facts().findByText('Reason “moon-landing”')).toBeTruthy()
  })

  test('times are shown in the zone of the site, which is named, with the user’s time beside them', async () => {
    await one({ timezone: 'Europe/Madrid' })
    await waitFor(() => expect(facts().getAllByText('20/11/2026 02:00:01 CET').length).toBeGreaterThan(0))
    // The user's time is in the header, beside the verdict and in the facts.
    await waitFor(() => expect(facts().getAllByText('01:00 GMT, your time')).toHaveLength(3))
    expect(await facts().findByText('as the device wrote it; its clock may be wrong')).toBeTruthy()
  })

  test('the customer’s and the supervisor’s label are shown beside the combined one · ALARMS-007', async () => {
    await one({ groundTruth: false, cusGroundTruth: true, supGroundTruth: false, labelledBy: 'Sue' })
    expect(await facts().findByText('Customer: True · Supervisor: False')).toBeTruthy()
    expect(facts().getByRole('button', { name: /^False/, pressed: true })).toBeTruthy()
  })

  test('deliveries show their state, and the reason for a delay', async () => {
    const delivery = (n: number, changes: Partial<Alarm['deliveries'][number]>): Alarm['deliveries'][number] => ({
      id: `01900000-0000-7000-8000-00000000cc0${n}`,
      receiverName: `Room ${n}`,
      kind: 'webhook',
      type: 'alarm.created',
      state: 'sent',
      retryingSince: null,
      attempts: 1,
      finishedAt: null,
      lastError: null,
      lastStatus: null,
      lastDetail: null,
      ...changes,
    })
    const { server, pointer } = await one({
      deliveries: [
        delivery(1, { state: 'given-up', attempts: 8, lastError: 'receiver-error', lastStatus: 500 }),
        delivery(2, {
          state: 'retrying',
          attempts: 0,
          retryingSince: '2026-11-20T01:14:00.000Z',
          lastError: 'refused',
          lastDetail: 'No connection (ECONNREFUSED).',
        }),
        delivery(3, { state: 'waiting', attempts: 0 }),
        delivery(4, {}),
      ],
    })
    const row = async (n: number) => (await facts().findByText(`Room ${n} · Webhook`)).closest('li')?.textContent
    expect(await row(1)).toMatch(/Given up8 triesThe receiver has an error of its own.*\(answer 500\)/)
    // Technical terms are shown only in the settings of receivers.
    expect(await row(2)).toMatch(
      /Retrying since 20\/11\/2026 0\d:14 \w+0 triesThe receiver refused the connection: .* the port in its URL\.$/,
    )
    expect(await row(3)).toMatch(/Waiting0 tries$/)
    expect(await row(4)).toMatch(/Sent1 trySend again$/)
    const { id, deliveries } = server.get(alarmId(1))
    server.api.on(resendDelivery, () => {
      const sent = { state: 'waiting', attempts: 0, lastError: null, lastStatus: null } as const
      server.change(id, { deliveries: deliveries.map((each, n) => (n === 0 ? { ...each, ...sent } : each)) })
      return json({})
    })
    await pointer.click(facts().getByRole('button', { name: 'Send again to Room 1' }))
    expect(server.api.callsOf(resendDelivery).map(({ params }) => params)).toEqual([{ id: deliveries[0]?.id }])
    await waitFor(async () => expect(await row(1)).toMatch(/Waiting0 tries$/))
    // What waits, or is being retried, is sent anyway.
    expect(facts().queryByRole('button', { name: 'Send again to Room 3' })).toBeNull()
  })

  test('a correction is explained', async () => {
    await one({ releasedAt: '2026-11-20T01:00:16.000Z', verdictAt: '2026-11-20T01:00:40.000Z' })
    expect(await facts().findByText(/Passed on unverified before/)).toBeTruthy()
  })

  test('boxes are removed for everyone, after a question · ALARMS-006', async () => {
    const { pointer, server, container } = await one({})
    await waitFor(() => expect(container.querySelector('svg text')).not.toBeNull())
    await pointer.click(await facts().findByRole('button', { name: 'Remove boxes' }))
    await pointer.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove boxes' }))
    expect(await facts().findByText('The boxes of this alarm were removed')).toBeTruthy()
    expect(server.get(alarmId(1)).boxesRemoved).toBe(true)
    expect(container.querySelector('svg text')).toBeNull()
  })
})

test('the camera’s last hour gets the same label: its number first, one act also after a lost reply, and an undo · ALARMS-001', async () => {
  const server = new AlarmServer([buildAlarm(1, { groundTruth: false })])
  let attempts = 0
  server.api
    .on(describeHour, () => ({
      count: 3,
      more: false,
      since: '2026-11-20T00:00:00.000Z',
      till: '2026-11-20T01:00:00.000Z',
    }))
    .on(labelHour, ({ body }) => {
      attempts += 1
      if (attempts === 1) return failure('UNAVAILABLE', 'The reply was lost')
      const results = [2, 3, 4].map((n) => ({ id: alarmId(n), outcome: 'labelled' as const, groundTruth: false }))
      return { act: body.act ?? '', labelled: 3, results }
    })
  const { pointer } = await openAlarms({ server })
  await pointer.click(await facts().findByRole('button', { name: 'All of this camera’s last hour like this' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Label the last hour of this camera' }))
  expect(server.api.callsOf(labelHour)).toHaveLength(0)
  await pointer.click(await dialog.findByRole('button', { name: 'Mark 3 alarms False' }))
  await waitFor(() => expect(attempts).toBe(1))
  await pointer.click(await dialog.findByRole('button', { name: 'Mark 3 alarms False' }))
  await screen.findByText('3 alarms marked false')
  const acts = server.api.callsOf(labelHour).map(({ body }) => body.act)
  expect([acts.length, new Set(acts).size]).toEqual([2, 1])
  await pointer.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.api.callsOf(undoLabels).map(({ body }) => body.act)).toEqual(acts.slice(0, 1)))
})

describe('notes · ALARMS-005', () => {
  test('are listed, added and deleted', async () => {
    const server = new AlarmServer([buildAlarm(1, { noteCount: 1 })])
    server.notes.set(alarmId(1), [buildNote()])
    const { pointer } = await openAlarms({ server })
    expect(await facts().findByText('Called the guard')).toBeTruthy()
    await pointer.type(facts().getByRole('textbox', { name: 'Add note' }), '  Gate was open{Control>}{Enter}{/Control}')
    expect(await facts().findByText('Gate was open')).toBeTruthy()
    expect(facts().getByRole('textbox', { name: 'Add note' })).toHaveProperty('value', '')
    await pointer.click(facts().getAllByRole('button', { name: 'Delete note' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('Called the guard')
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(facts().queryByText('Called the guard')).toBeNull())
    expect(server.api.callsOf(deleteNote)[0]?.params).toEqual({ id: alarmId(1), noteId: buildNote().id })
  })

  test('keep the input while other alarms are viewed', async () => {
    const { pointer } = await openAlarms()
    await pointer.type(await facts().findByRole('textbox', { name: 'Add note' }), 'half a sen')
    await pointer.click(screen.getByText('Camera 1'))
    await waitFor(() => expect(facts().getByRole('textbox', { name: 'Add note' })).toHaveProperty('value', ''))
    await pointer.click(screen.getAllByText('Camera 3')[0] ?? document.body)
    await waitFor(() =>
      expect(facts().getByRole('textbox', { name: 'Add note' })).toHaveProperty('value', 'half a sen'),
    )
  })

  test('of another user can be deleted only by an administrator', async () => {
    const server = new AlarmServer(
      [buildAlarm(1, { noteCount: 1 })],
      buildUser({ roles: ['OPERATOR_USER'], permissions: ['alarm.read', 'alarm.note'] }),
    )
    server.notes.set(alarmId(1), [buildNote({ userId: '01900000-0000-7000-8000-0000000000bb', userName: 'Olaf' })])
    await openAlarms({ server })
    expect(await facts().findByText('Called the guard')).toBeTruthy()
    expect(facts().queryByRole('button', { name: 'Delete note' })).toBeNull()
  })
})
