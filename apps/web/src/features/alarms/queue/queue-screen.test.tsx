import { getAlarm, handOverReview, labelAlarm, leaveReview, nextReview, setReviewSettings } from '@winnow/contract'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../../testing/build-user.ts'
import { media } from '../../../testing/setup.ts'
import { openAlarms } from '../testing/open-alarms.tsx'
import { AlarmServer } from '../testing/alarm-api.ts'
import { alarmId, buildAlarm } from '../testing/alarm-factory.ts'
import { serveQueue } from '../testing/queue-server.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

async function openQueue(count = 3, state = {}) {
  const base = buildUser()
  const permissions = [...(base.permissionsByCompany[base.companyId] ?? []), 'company.write' as const]
  const user = buildUser({ permissions: [...new Set(permissions)] })
  const alarms = Array.from({ length: count }, (_, n) => buildAlarm(n + 1, { viewName: `Camera ${n + 1}` }))
  const server = new AlarmServer(alarms, user)
  const queue = serveQueue(server.api, alarms, state)
  const opened = await openAlarms({ server, user, path: '/cams/alarms/queue' })
  return { ...opened, queue }
}
const camera = (name: string) => screen.findByRole('heading', { name })

describe('the review queue', () => {
  test('shows one alarm after another, by the keys of labels and of putting aside', async () => {
    const { server, pointer } = await openQueue()
    await camera('Camera 1')
    await pointer.keyboard('t')
    await camera('Camera 2')
    await pointer.keyboard('p')
    await camera('Camera 3')
    await pointer.keyboard('f')
    await screen.findByRole('heading', { name: 'No alarm waits' })
    expect(server.api.callsOf(labelAlarm).map(({ body, params }) => [params.id, body.groundTruth])).toEqual([
      [alarmId(1), true],
      [alarmId(3), false],
    ])
    const asks = server.api.callsOf(nextReview).map(({ body: { tab: _tab, ...ask } }) => ask)
    expect(asks).toEqual([{ takeOver: true }, { done: alarmId(1) }, { skip: alarmId(2) }, { done: alarmId(3) }])
  })

  test('a digit gives an alarm the label false with its reason, and goes on', async () => {
    const { server, pointer } = await openQueue(2)
    await camera('Camera 1')
    await pointer.keyboard('3')
    await camera('Camera 2')
    await waitFor(() => expect(server.get(alarmId(1))).toMatchObject({ groundTruth: false, labelReason: 'animal' }))
    expect(server.get(alarmId(2)).groundTruth).toBeNull()
    await pointer.keyboard('{Backspace}')
    await waitFor(() => expect(server.get(alarmId(1)).groundTruth).toBeNull())
  })

  test('goes on if a colleague labels the alarm on screen, and says so', async () => {
    const { server, queue } = await openQueue(2)
    await camera('Camera 1')
    await screen.findByRole('img', { name: /Camera 1/ })
    queue.waiting.shift()
    const labelled = server.change(alarmId(1), { groundTruth: false, labelledBy: 'Ben' })
    server.api.on(getAlarm, ({ params }) => server.get(params.id))
    act(() => server.emit('alarm.changed', labelled))
    await camera('Camera 2')
    expect(screen.getByText(/it was labelled, or is with a colleague/)).toBeTruthy()
  })

  test('hands an alarm to a colleague with a note', async () => {
    const { server, pointer } = await openQueue(2)
    await camera('Camera 1')
    await pointer.keyboard('h')
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand this alarm over' }))
    await pointer.click(dialog.getByRole('combobox', { name: 'To' }))
    await pointer.click(await screen.findByRole('option', { name: 'Ben Bright', hidden: true }))
    await pointer.type(dialog.getByRole('textbox', { name: /Note/ }), 'Yours')
    await pointer.click(dialog.getByRole('button', { name: 'Hand over' }))
    await camera('Camera 2')
    expect(server.api.callsOf(handOverReview).at(0)?.body).toMatchObject({ alarm: alarmId(1), note: 'Yours' })
  })

  test('that is empty says when the last one came, and gives back what was put aside', async () => {
    const { server, pointer } = await openQueue(0, { skipped: 2, lastAt: '2026-11-20T01:00:00.000Z' })
    await screen.findByText('You have put aside: 2. They come back after five minutes.')
    expect(screen.getAllByText(/The last one came/).length).toBeGreaterThan(0)
    await pointer.click(screen.getByRole('button', { name: 'Take them up now' }))
    await waitFor(() => expect(server.api.callsOf(nextReview).at(-1)?.body.withSkipped).toBe(true))
  })

  test('says who works on what, and marks what is late in words', async () => {
    const held = {
      alarmId: alarmId(9),
      viewName: 'Gate',
      siteName: 'Harbour',
      userId: '01900000-0000-7000-8000-0000000000c1',
      userName: 'Ben Bright',
      since: '2026-11-20T01:00:00.000Z',
      dueAt: '2026-11-20T01:01:00.000Z',
    }
    await openQueue(1, { held: [held], late: 1 })
    const side = within(await screen.findByRole('complementary', { name: 'State of the queue' }))
    await side.findByText('Ben Bright')
    expect(side.getByText('Gate · Harbour')).toBeTruthy()
    expect(side.getByText(/^late by/)).toBeTruthy()
  })

  test('on a phone has its numbers in one line above the alarm, which opens to who works on what', async () => {
    media.add('(max-width: 720px)')
    const { pointer } = await openQueue(3, { late: 2 })
    await camera('Camera 1')
    const line = (await screen.findByText('Waiting 3')).closest('summary')
    if (line === null) throw new Error('the numbers are in no line that opens')
    expect(within(line).getByText('Late 2')).toBeTruthy()
    await pointer.click(line)
    expect(line.closest('details')?.open).toBe(true)
    const side = within(screen.getByRole('complementary', { name: 'State of the queue' }))
    expect(side.getByText('Ben Bright')).toBeTruthy()
  })

  test('lets an administrator set the target times', async () => {
    const { server, pointer } = await openQueue(0)
    await pointer.click(await screen.findByRole('button', { name: 'Target times' }))
    const field = await screen.findByRole('textbox', { name: 'Seconds until a true alarm is late' })
    await pointer.clear(field)
    await pointer.type(field, '90')
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.api.callsOf(setReviewSettings).at(0)?.body).toEqual({
        trueSeconds: 90,
        unverifiedSeconds: 300,
        hours: 24,
      }),
    )
  })

  test('is left with Escape, which gives the alarm back', async () => {
    const { server, pointer } = await openQueue(1)
    await camera('Camera 1')
    await pointer.keyboard('{Escape}')
    await waitFor(() => expect(location.pathname).not.toContain('queue'))
    await waitFor(() => expect(server.api.callsOf(leaveReview)).toHaveLength(1))
  })
})
