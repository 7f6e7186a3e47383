// Whoever lacks the right asks an administrator at the alarm, with the drawing attached; the administrator answers.
import {
  answerCureRequest,
  askForCure,
  type CureRequest,
  getAlarmCamera,
  listCureRequests,
  type Permission,
  withdrawCureRequest,
} from '@winnow/contract'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildAlarmCamera, buildCureRequest, pageOfRequests } from '../../testing/build-cure-request.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 60_000 })

const alarm = buildAlarm(1)
const request = buildCureRequest
const OPERATOR = ['alarm.read', 'alarm.label', 'alarm.note'] as const
const ADMIN = [...OPERATOR, 'company.write', 'node.read', 'mask.write', 'schedule.write', 'node.write'] as const

function serve(permissions: readonly Permission[], requests: CureRequest[] = []) {
  localStorage.removeItem('winnow.alarm-camera')
  const server = new AlarmServer([alarm], buildUser({ permissions: [...permissions] }))
  server.api
    .on(getAlarmCamera, () => buildAlarmCamera({ requests }))
    .on(askForCure, ({ body }) => {
      const made = request({ cure: body.cure, note: body.note ?? '', areas: body.areas ?? [], isMine: true })
      requests.unshift(made)
      return made
    })
    .on(withdrawCureRequest, () => {
      requests.shift()
      return { success: true as const }
    })
    .on(listCureRequests, ({ query }) => {
      const rows = requests.filter(({ state }) => (state === 'open') === (query['state'] !== 'answered'))
      return pageOfRequests(rows)
    })
    .on(answerCureRequest, ({ body }) => {
      const answered = { state: body.state, answer: body.answer ?? '', decidedBy: 'Ada Admin' }
      requests[0] = request({ ...requests[0], ...answered, decidedAt: '2026-11-20T02:00:00.000Z' })
      return requests[0]
    })
  return server
}

async function openAsk(permissions: readonly Permission[] = OPERATOR) {
  const server = serve(permissions)
  const opened = await openAlarms({ server })
  await opened.pointer.click(await facts().findByRole('button', { name: 'Ask an administrator…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Ask an administrator/ }))
  return { ...opened, dialog }
}

describe('whoever lacks the right', () => {
  test('draws what should be masked, and asks', async () => {
    const { pointer, server, dialog } = await openAsk()
    await dialog.findByRole('combobox', { name: 'What should be done' })
    // Without a drawing nothing is sent.
    await pointer.click(dialog.getByRole('button', { name: 'Ask' }))
    await dialog.findByText('Draw at least one area.', { selector: '[role=alert]' })
    const stage = dialog.getByRole('application')
    // jsdom has no layout: the stage is 1000 by 500.
    stage.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 500)
    await pointer.click(dialog.getByRole('button', { name: 'Draw an area' }))
    for (const [clientX, clientY] of [
      [100, 50],
      [500, 50],
      [100, 250],
    ])
      fireEvent.pointerDown(stage, { button: 0, clientX, clientY })
    await pointer.type(dialog.getByRole('textbox', { name: /^Why/ }), 'A flag')
    await pointer.click(dialog.getByRole('button', { name: 'Ask' }))
    await dialog.findByText('Finish the area that you are drawing.')
    await pointer.click(dialog.getByRole('button', { name: 'Close the area' }))
    await pointer.click(dialog.getByRole('button', { name: 'Ask' }))
    await screen.findByText('Your request waits for an administrator.')
    expect(server.api.callsOf(askForCure)[0]).toMatchObject({
      params: { id: alarmId(1) },
      body: { cure: 'mask', note: 'A flag', areas: request().areas },
    })
    // The request is told at the camera, and its asker can withdraw it.
    await pointer.click(facts().getByRole('button', { name: 'About this camera' }))
    const list = within(await facts().findByRole('list', { name: 'Requests at this camera' }))
    list.getByText(/waits for an answer/)
    await pointer.click(list.getByRole('button', { name: 'Withdraw: Mask an area' }))
    await waitFor(() => expect(facts().queryByRole('list', { name: 'Requests at this camera' })).toBeNull())
  })

  test('asks for what they lack alone, without a drawing for other cures', async () => {
    const { pointer, server, dialog } = await openAsk([...OPERATOR, 'mask.write', 'node.write'])
    await pointer.click(await dialog.findByRole('combobox', { name: 'What should be done' }))
    const choices = screen.getByRole('listbox', { name: 'What should be done', hidden: true })
    expect(
      within(choices)
        .getAllByRole('option', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Mute the camera', 'Share the alarm by a link'])
    expect(dialog.queryByRole('application')).toBeNull()
    await pointer.keyboard('{Escape}')
    await pointer.click(dialog.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(server.api.callsOf(askForCure)[0]?.body).toEqual({ cure: 'mute', note: '', areas: [] }))
  })

  test('reads why a request was declined', async () => {
    const answered = { state: 'declined' as const, decidedBy: 'Ada Admin', answer: 'Taken down tomorrow', isMine: true }
    const { pointer } = await openAlarms({ server: serve(OPERATOR, [request(answered)]) })
    await pointer.click(await facts().findByRole('button', { name: 'About this camera' }))
    await facts().findByText(/declined by Ada Admin: Taken down tomorrow/)
    expect(facts().queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  })
})

test('whoever has every right is not offered to ask', async () => {
  await openAlarms({ server: serve([...ADMIN, 'share.manage', 'integration.manage']) })
  await facts().findByRole('button', { name: 'Share' })
  expect(facts().queryByRole('button', { name: 'Ask an administrator…' })).toBeNull()
})

describe('an administrator', () => {
  const open = async (requests: CureRequest[]) => {
    const opened = await openAlarms({ server: serve(ADMIN, requests), path: '/cams/alarms/requests' })
    await screen.findByRole('heading', { name: 'Requests' })
    return opened
  }

  test('sees the drawing on the picture, opens it in the masks, and declines with a reason', async () => {
    const { pointer, server } = await open([request()])
    await screen.findByText(/A flag/)
    const masks = await screen.findByRole('link', { name: 'Open the drawing in the masks' })
    const address = new URL(masks.getAttribute('href') ?? '', location.origin)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ alarm: alarmId(1), request: request().id })
    expect(document.querySelector('polygon')?.getAttribute('points')).toBe('0.1,0.1 0.5,0.1 0.1,0.5')
    await pointer.click(screen.getByRole('button', { name: /^Decline/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this request?' }))
    await pointer.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No')
    await pointer.click(dialog.getByRole('button', { name: 'Decline' }))
    await screen.findByText('No request is open')
    expect(server.api.callsOf(answerCureRequest)[0]?.body).toEqual({ state: 'declined', answer: 'No' })
    await pointer.click(screen.getByRole('radio', { name: 'Answered' }))
    await screen.findByText('declined by Ada Admin: No')
  })

  test('is told if somebody else was faster', async () => {
    const requests = [request({ cure: 'mute', areas: [] })]
    const { pointer, server } = await open(requests)
    server.api.on(answerCureRequest, () => {
      requests.pop()
      return failure('CONFLICT', 'Somebody else has answered this request')
    })
    await pointer.click(await screen.findByRole('button', { name: /^Done/ }))
    await screen.findByText('Someone else changed it in the meantime')
    expect(await screen.findByText('No request is open')).toBeTruthy()
  })

  test('sees a new request without loading the page again', async () => {
    const requests: CureRequest[] = []
    const { server } = await open(requests)
    await screen.findByText('No request is open')
    requests.push(request())
    const { viewId, siteId, projectId } = alarm
    server.api.emit({ type: 'cure.asked', id: alarm.id, viewId, siteId, projectId })
    expect(await screen.findByText(/A flag/)).toBeTruthy()
  })
})
