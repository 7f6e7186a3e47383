import {
  countScheduleStates,
  createScheduleTemplate,
  DEFAULT_WEEKLY,
  deleteScheduleTemplate,
  getScheduleTemplate,
  type Holiday,
  listHolidayRegions,
  listHolidays,
  listScheduleTemplates,
  type ScheduleTemplate,
  updateScheduleTemplate,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dispatchLive } from '../../lib/live/live.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildTemplate, templateId } from './testing/build-template.ts'

vi.setConfig({ testTimeout: 60_000 })

const planner = (roles: Parameters<typeof buildUser>[0] = {}) =>
  buildUser({ roles: ['ADMIN_USER'], permissions: ['node.read', 'schedule.write'], ...roles })

async function openPage(templates: ScheduleTemplate[], user = planner()) {
  const api = frameApi(user)
  api.on(listScheduleTemplates, ({ query }) => {
    const [page, limit] = [Number(query['page']), Number(query['limit'])]
    const found = templates.filter(({ name }) => name.includes(query['filters'] ?? ''))
    return { rows: found.slice(page * limit, (page + 1) * limit), count: found.length, countIsExact: true, page, limit }
  })
  api.on(
    getScheduleTemplate,
    ({ params }) => templates.find(({ id }) => id === params.id) ?? failure('NOT_FOUND', 'no such template'),
  )
  api.on(countScheduleStates, () => ({
    counting: 1200,
    outside: 42,
    reasons: [
      { reason: 'schedule' as const, counts: true, cameras: 1200 },
      { reason: 'schedule' as const, counts: false, cameras: 40 },
      { reason: 'disarmed' as const, counts: false, cameras: 2 },
    ],
    nextChange: null,
  }))
  const opened = await renderConsole('/cams/schedules', { api })
  await screen.findByRole('heading', { level: 1, name: 'Schedules' })
  return { ...opened, api }
}

test('templates are listed ten at a time, from page 0 on, with their hours and followers · SCHEDULES-002 API-003 API-005', async () => {
  const many = Array.from({ length: 12 }, (_, n) => buildTemplate(n + 1))
  many[0] = buildTemplate(1, { utilisation: { sites: 12, views: 340, rules: 1 } })
  const { api, pointer } = await openPage(many)
  const row = await screen.findByRole('row', { name: /Nights 1 / })
  expect(within(row).getByText('60')).toBeDefined()
  expect(within(row).getByText('12 sites, 340 cameras, 1 rule')).toBeDefined()
  expect(screen.getByText('12 templates')).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: /next/i }))
  expect(await screen.findByRole('row', { name: /Nights 12/ })).toBeDefined()
  expect(api.callsOf(listScheduleTemplates).map(({ query }) => [query['page'], query['limit']])).toEqual([
    ['0', '10'],
    ['1', '10'],
  ])
})

test('the list follows what others change', async () => {
  const templates = [buildTemplate(1)]
  await openPage(templates)
  await screen.findByRole('row', { name: /Nights 1 / })
  templates.push(buildTemplate(2))
  act(() => dispatchLive({ type: 'schedule.changed', scheduleId: templateId(2) }))
  expect(await screen.findByRole('row', { name: /Nights 2 / })).toBeDefined()
})

test('the page says how many cameras count now, and why the others do not', async () => {
  await openPage([])
  expect(await screen.findByText('1,200 cameras count now · 42 do not: its schedule (40), disarmed (2)')).toBeDefined()
})

test('a new template counts every day from 00:00 to 08:00, unless other times are given · SCHEDULES-002 SCHEDULES-003', async () => {
  const { api, pointer } = await openPage([])
  api.on(createScheduleTemplate, ({ body }) => buildTemplate(1, { name: body.name }))
  expect(await screen.findByText('No templates yet')).toBeDefined()
  const [create] = screen.getAllByRole('button', { name: 'Create template' })
  if (create) await pointer.click(create)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create template' }))
  expect(dialog.getByText('56 hours a week')).toBeDefined()
  await pointer.type(dialog.getByRole('textbox', { name: 'Name' }), 'Small hours')
  await pointer.click(dialog.getByRole('button', { name: 'Create template' }))
  expect(await screen.findByText('Template “Small hours” created')).toBeDefined()
  expect(api.callsOf(createScheduleTemplate).map(({ body }) => [body.name, body.weekly])).toEqual([
    ['Small hours', DEFAULT_WEEKLY],
  ])
})

test('an edit says how many follow the template, and counts only if that is right · SCHEDULES-002', async () => {
  const templates = [buildTemplate(1, { utilisation: { sites: 2, views: 0, rules: 0 } })]
  const { api, pointer } = await openPage(templates)
  let attempts = 0
  api.on(updateScheduleTemplate, () => {
    attempts += 1
    if (attempts > 1) return buildTemplate(1)
    templates[0] = buildTemplate(1, { utilisation: { sites: 3, views: 0, rules: 0 }, version: 4 })
    return failure('CONFLICT', 'changed')
  })
  await pointer.click(await screen.findByRole('button', { name: 'Open Nights 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nights 1' }))
  await dialog.findByText('A change counts for all that follow this template: 2 sites.')
  await pointer.click(dialog.getByRole('button', { name: 'Delete Monday 18:00 to Tuesday 06:00' }))
  await pointer.click(dialog.getByRole('button', { name: 'Save for 2 sites' }))
  await dialog.findByText(/Somebody changed this template, or others follow it now/)
  await pointer.click(await dialog.findByRole('button', { name: 'Save for 3 sites' }))
  await screen.findByText('Template “Nights 1” saved')
  const sent = api.callsOf(updateScheduleTemplate).map(({ body }) => body)
  expect(sent.map(({ followers, basedOn }) => [followers, basedOn])).toEqual([
    [{ sites: 2, views: 0, rules: 0 }, { version: 3 }],
    [{ sites: 3, views: 0, rules: 0 }, { version: 4 }],
  ])
  expect(sent[1]?.weekly?.map(({ day }) => day)).toEqual([2, 3, 4, 5])
  expect(sent[1]?.name).toBeUndefined()
})

test('a template that is followed is deleted only with another one in its place · SCHEDULES-002', async () => {
  const { api, pointer } = await openPage([
    buildTemplate(1, { utilisation: { sites: 0, views: 5, rules: 0 } }),
    buildTemplate(2),
  ])
  api.on(deleteScheduleTemplate, () => ({ success: true as const }))
  await pointer.click(await screen.findByRole('button', { name: 'Delete Nights 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Nights 1”?' }))
  expect(dialog.getByText(/This template is followed by 5 cameras/)).toBeDefined()
  const remove = dialog.getByRole('button', { name: 'Replace and delete' })
  expect(remove).toHaveProperty('disabled', true)
  await pointer.click(dialog.getByRole('combobox', { name: 'Follow instead' }))
  await pointer.click(await screen.findByRole('option', { name: 'Nights 2', hidden: true }))
  expect(screen.queryByRole('option', { name: 'Nights 1', hidden: true })).toBeNull()
  await pointer.click(remove)
  await waitFor(() => expect(api.callsOf(deleteScheduleTemplate)).toHaveLength(1))
  const [call] = api.callsOf(deleteScheduleTemplate)
  expect([call?.params, call?.query]).toEqual([{ id: templateId(1) }, { replaceBy: templateId(2) }])
})

const holidayOf = (date: string, name: string, type: Holiday['type']): Holiday => ({
  regionId: 'DE-BY',
  date,
  prettyDate: date,
  name,
  type,
  isSubstitute: false,
})

function withHolidays(api: Awaited<ReturnType<typeof openPage>>['api']) {
  api.on(listHolidayRegions, () => [{ id: 'DE-BY', name: 'Bavaria', label: 'Germany, Bavaria' }])
  api.on(listHolidays, ({ query }) => [
    holidayOf(`${query['year']}-01-01`, 'New Year', 'public'),
    holidayOf(`${query['year']}-05-09`, 'Mother’s Day', 'observance'),
    holidayOf(`${query['year']}-12-25`, 'Christmas', 'public'),
  ])
}

test('a template is linked to the holidays of a region, without those that are unticked · HOLIDAYS-001 HOLIDAYS-003', async () => {
  const { api, pointer } = await openPage([buildTemplate(1)])
  withHolidays(api)
  api.on(updateScheduleTemplate, () => buildTemplate(1))
  await pointer.click(await screen.findByRole('button', { name: 'Open Nights 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nights 1' }))
  await pointer.click(await dialog.findByRole('button', { name: 'Link holidays of a region…' }))
  const picker = within(await screen.findByRole('dialog', { name: 'Holidays' }))
  expect(picker.getByRole('button', { name: 'Use these holidays' })).toHaveProperty('disabled', true)
  await pointer.click(picker.getByRole('combobox', { name: 'Country or region' }))
  await pointer.click(await screen.findByRole('option', { name: 'Germany, Bavaria', hidden: true }))
  const year = Number(picker.getByRole<HTMLSelectElement>('combobox', { name: 'Year' }).value)
  expect(await picker.findByRole('checkbox', { name: /New Year/ })).toHaveProperty('checked', true)
  // Days of observance are none until their type is chosen.
  expect(picker.queryByRole('checkbox', { name: /Mother’s Day/ })).toBeNull()
  await pointer.click(picker.getByRole('checkbox', { name: 'day of observance' }))
  await pointer.click(picker.getByRole('checkbox', { name: /Mother’s Day/ }))
  await pointer.click(picker.getByRole('checkbox', { name: /New Year/ }))
  await pointer.selectOptions(
    picker.getByRole('combobox', { name: 'When “New Year” is unticked' }),
    'on this date only',
  )
  await pointer.selectOptions(picker.getByRole('combobox', { name: 'Year' }), String(year + 1))
  expect(await picker.findByRole('checkbox', { name: /New Year/ })).toHaveProperty('checked', true)
  expect(picker.getByRole('checkbox', { name: /Mother’s Day/ })).toHaveProperty('checked', false)
  await pointer.click(picker.getByRole('button', { name: 'Use these holidays' }))
  await dialog.findByText('Germany, Bavaria: public holiday, bank holiday, and day of observance · 2 holidays unticked')
  await pointer.click(await dialog.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateScheduleTemplate)).toHaveLength(1))
  const [sent] = api.callsOf(updateScheduleTemplate)
  expect(sent?.body.holidays).toEqual({
    regionId: 'DE-BY',
    types: ['public', 'bank', 'observance'],
    unticked: [
      { name: 'Mother’s Day', date: null },
      { name: 'New Year', date: `${year}-01-01` },
    ],
    renew: false,
  })
  expect(sent?.body.closingDays).toBeUndefined()
})

test('a list that is kept is shown, years without one are named, and a newer list is taken only if somebody says so', async () => {
  const year = new Date().getUTCFullYear()
  const holidays = {
    regionId: 'DE-BY',
    types: ['public' as const],
    unticked: [],
    lists: [{ year, holidays: [{ date: `${year}-01-02`, name: 'Old New Year', type: 'public' as const }] }],
    missingYears: [year + 2],
  }
  const { api, pointer } = await openPage([buildTemplate(1, { holidays })])
  withHolidays(api)
  api.on(updateScheduleTemplate, () => buildTemplate(1))
  expect(within(await screen.findByRole('row', { name: /Nights 1/ })).getByText('0 and DE-BY')).toBeDefined()
  await pointer.click(await screen.findByRole('button', { name: 'Open Nights 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nights 1' }))
  await dialog.findByText(`No holidays are known for ${year + 2}. In doubt, cameras count all day then.`)
  await pointer.click(dialog.getByRole('button', { name: 'Change holidays…' }))
  const picker = within(await screen.findByRole('dialog', { name: 'Holidays' }))
  expect(await picker.findByRole('checkbox', { name: /Old New Year/ })).toHaveProperty('checked', true)
  await pointer.click(await picker.findByRole('button', { name: 'Take the new lists' }))
  expect(await picker.findByRole('checkbox', { name: /Christmas/ })).toHaveProperty('checked', true)
  expect(picker.queryByRole('checkbox', { name: /Old New Year/ })).toBeNull()
  await pointer.click(picker.getByRole('button', { name: 'Use these holidays' }))
  await dialog.findByText('The new lists replace the kept ones when the schedule is saved.')
  await pointer.click(await dialog.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.callsOf(updateScheduleTemplate)).toHaveLength(1))
  expect(api.callsOf(updateScheduleTemplate)[0]?.body.holidays).toMatchObject({ regionId: 'DE-BY', renew: true })
})

test('who may not change a template sees its times', async () => {
  const { pointer } = await openPage([buildTemplate(1, { permission: 'read' })])
  await pointer.click(await screen.findByRole('button', { name: 'Open Nights 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nights 1' }))
  expect(await dialog.findByRole('img', { name: 'Monday 18:00 to Tuesday 06:00' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: /Save/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete Nights 1' })).toBeNull()
})

test('an operator has no schedules · PERMISSIONS-007', async () => {
  const operator = buildUser({ roles: ['OPERATOR_USER'], permissions: ['node.read', 'alarm.read'] })
  const { console } = await renderConsole('/cams/schedules', { api: frameApi(operator) })
  expect(console.router.state.location.pathname).not.toBe('/cams/schedules')
})
