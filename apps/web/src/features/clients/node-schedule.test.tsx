import {
  deleteViewSchedule,
  getSiteSchedule,
  getViewSchedule,
  listScheduleTemplates,
  setSiteSchedule,
  setViewSchedule,
  trySchedule,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dispatchLive } from '../../lib/live/live.ts'
import { failure } from '../../testing/fake-api.ts'
import { buildSiteSchedule, buildTemplate, buildViewSchedule, templateId } from '../schedules/testing/build-template.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

function withTemplates(user = treeUser()) {
  const server = new ClientsServer(user)
  server.api.on(listScheduleTemplates, () => ({
    rows: [buildTemplate(1), buildTemplate(2)],
    count: 2,
    countIsExact: true,
    page: 0,
    limit: 50,
  }))
  return server
}

async function openSchedule(path: string, server: ClientsServer) {
  const opened = await openClients(`${path}&tab=schedule`, server)
  const panel = within(await screen.findByRole('tabpanel', { name: 'Schedule' }))
  return { ...opened, panel }
}

test('a site without a schedule always counts, and can follow a template', async () => {
  const server = withTemplates()
  let schedule = buildSiteSchedule()
  server.api.on(getSiteSchedule, () => schedule)
  server.api.on(setSiteSchedule, ({ body }) => {
    const { name, weekly, holidayIntervals, closingDays } = buildTemplate(2)
    schedule = buildSiteSchedule({
      deviceType: 1,
      templateId: body.templateId ?? null,
      templateName: name,
      version: 1,
      weekly,
      holidayIntervals,
      closingDays,
      state: { counts: false, reason: 'schedule', until: '2026-11-20T18:00:00.000Z' },
    })
    return schedule
  })
  const { pointer, panel } = await openSchedule(`/cams/clients/u?site=${siteId(1)}`, server)
  expect(await panel.findByText('Counts: no schedule')).toBeDefined()
  await pointer.click(panel.getByRole('radio', { name: 'By a template' }))
  expect(panel.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await pointer.click(panel.getByRole('combobox', { name: 'Template' }))
  await pointer.click(await screen.findByRole('option', { name: 'Nights 2', hidden: true }))
  await pointer.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Does not count until 20/11/2026 18:00 GMT (Europe/London): Nights 2')).toBeDefined()
  expect(server.api.callsOf(setSiteSchedule).map(({ body }) => [body.templateId, body.basedOn])).toEqual([
    [templateId(2), { version: 0 }],
  ])
  // The times of the template are shown, and nothing is left to save.
  expect(panel.getByRole('img', { name: 'Monday 18:00 to Tuesday 06:00' })).toBeDefined()
  expect(panel.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('what others change is shown: the template that is followed, the camera, and its site', async () => {
  const server = withTemplates()
  let name = 'Nights 1'
  server.api.on(getViewSchedule, () => buildViewSchedule({ templateName: name }))
  const { panel } = await openSchedule(`/cams/clients/u?cam=${viewId(1)}`, server)
  await panel.findByText(/: Nights 1$/)
  const news = [
    { type: 'schedule.changed', scheduleId: templateId(1) },
    { type: 'tree.changed', projectId: siteId(9), siteId: siteId(1), viewId: viewId(1) },
    { type: 'tree.changed', projectId: siteId(9), siteId: siteId(1), viewId: null },
  ] as const
  for (const [index, event] of news.entries()) {
    name = `Changed ${index}`
    act(() => dispatchLive(event))
    expect(await panel.findByText(new RegExp(`: ${name}$`))).toBeDefined()
  }
  const asked = server.api.callsOf(getViewSchedule).length
  act(() => dispatchLive({ type: 'schedule.changed', scheduleId: templateId(2) }))
  act(() => dispatchLive({ type: 'tree.changed', projectId: siteId(9), siteId: siteId(1), viewId: viewId(2) }))
  expect(server.api.callsOf(getViewSchedule)).toHaveLength(asked)
})

test('a camera follows its site, gets a copy of its own, and follows its site again', async () => {
  const server = withTemplates()
  let schedule = buildViewSchedule()
  server.api.on(getViewSchedule, () => schedule)
  server.api.on(setViewSchedule, ({ body }) => {
    schedule = buildViewSchedule({
      source: 'view',
      templateId: null,
      templateName: null,
      version: 8,
      weekly: body.weekly ?? [],
      state: { counts: true, reason: 'unknown', until: null },
    })
    return schedule
  })
  server.api.on(deleteViewSchedule, () => {
    schedule = buildViewSchedule()
    return schedule
  })
  const { pointer, panel } = await openSchedule(`/cams/clients/u?cam=${viewId(1)}`, server)
  expect(await panel.findByText('Counts until 20/11/2026 08:00 GMT (Europe/London): Nights 1')).toBeDefined()
  expect(panel.getByRole<HTMLInputElement>('radio', { name: 'Like its site' }).checked).toBe(true)
  await pointer.click(panel.getByRole('radio', { name: 'At times of its own' }))
  // It begins with the times that count now.
  await pointer.click(panel.getByRole('button', { name: 'Delete Friday 18:00 to Saturday 06:00' }))
  await pointer.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Counts: the schedule cannot be evaluated, so all alarms count')).toBeDefined()
  expect(server.api.callsOf(setViewSchedule)[0]?.body.weekly?.map(({ day }) => day)).toEqual([1, 2, 3, 4])
  await pointer.click(panel.getByRole('radio', { name: 'Like its site' }))
  await pointer.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.api.callsOf(deleteViewSchedule)).toHaveLength(1))
  expect(await panel.findByText(/Nights 1$/)).toBeDefined()
})

test('own times are tried on the last 30 days before they are saved, and the next days are listed in the zone of the site', async () => {
  const server = withTemplates()
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '08:00', end: '10:00' }))
  const content = { weekly, holidayIntervals: [], closingDays: [] }
  server.api.on(getSiteSchedule, () => buildSiteSchedule({ deviceType: 1, ...content, version: 1 }))
  server.api.on(trySchedule, () => ({
    since: '2026-10-21T08:00:00.000Z',
    till: '2026-11-20T08:00:00.000Z',
    received: 1204,
    counted: 1204,
    wouldCount: 340,
  }))
  const { pointer, panel } = await openSchedule(`/cams/clients/u?site=${siteId(1)}`, server)
  const coming = within(await panel.findByRole('region', { name: 'The next 14 days' }))
  expect(coming.getAllByText('08:00–10:00')).toHaveLength(14)
  expect(coming.getByText(/Europe\/London/)).toBeDefined()
  await pointer.click(panel.getByRole('button', { name: 'Try it on the last 30 days' }))
  const said = /With these times, 340 of 1,204 alarms of the last 30 days would have counted\. 1,204 did\./
  expect(await panel.findByText(said)).toBeDefined()
  expect(server.api.callsOf(trySchedule).map(({ body }) => [body.siteId, body.weekly])).toEqual([[siteId(1), weekly]])
  // A result says nothing about other times.
  await pointer.click(panel.getByRole('button', { name: 'Delete Sunday 08:00 to 10:00' }))
  expect(panel.queryByText(said)).toBeNull()
})

test('the second of two people sees that the schedule was changed before anything is overwritten', async () => {
  const server = withTemplates()
  let schedule = buildSiteSchedule({ deviceType: 1, weekly: [{ day: 1, start: '08:00', end: '10:00' }], version: 1 })
  server.api.on(getSiteSchedule, () => schedule)
  server.api.on(setSiteSchedule, () => {
    schedule = { ...schedule, closingDays: [{ from: '2026-12-25', to: '2026-12-26', name: 'Christmas' }], version: 2 }
    return failure('CONFLICT', 'changed')
  })
  const { pointer, panel } = await openSchedule(`/cams/clients/u?site=${siteId(1)}`, server)
  await pointer.click(await panel.findByRole('button', { name: 'Add a time' }))
  await pointer.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText(/Somebody else changed this schedule/)).toBeDefined()
  expect(await panel.findByDisplayValue('Christmas')).toBeDefined()
  expect(panel.getByRole('button', { name: 'Tuesday 00:00 to 08:00' })).toBeDefined()
})

test('who may not set schedules sees the times', async () => {
  const user = treeUser()
  const permissions = Object.fromEntries(
    Object.entries(user.permissionsByCompany).map(([id, list]) => [
      id,
      list.filter((each) => each !== 'schedule.write'),
    ]),
  )
  const server = withTemplates({ ...user, permissionsByCompany: permissions })
  server.api.on(getViewSchedule, () => buildViewSchedule())
  const { panel } = await openSchedule(`/cams/clients/u?cam=${viewId(1)}`, server)
  expect(await panel.findByRole('img', { name: 'Monday 18:00 to Tuesday 06:00' })).toBeDefined()
  expect(panel.queryByRole('radio')).toBeNull()
})
