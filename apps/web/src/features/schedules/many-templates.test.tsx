import {
  countScheduleStates,
  getScheduleTemplate,
  getScheduleUtilisation,
  listScheduleTemplates,
  setScheduleIntervals,
  trySchedule,
  type ScheduleTemplate,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildTemplate, templateId } from './testing/build-template.ts'

vi.setConfig({ testTimeout: 60_000 })

const COUNTS = { counting: 1, outside: 0, reasons: [], nextChange: null }

async function openPage(templates: ScheduleTemplate[]) {
  const api = frameApi(buildUser({ roles: ['ADMIN_USER'], permissions: ['node.read', 'schedule.write'] }))
    .on(listScheduleTemplates, () => ({
      rows: templates,
      count: templates.length,
      countIsExact: true,
      page: 0,
      limit: 10,
    }))
    .on(
      getScheduleTemplate,
      ({ params }) => templates.find(({ id }) => id === params.id) ?? failure('NOT_FOUND', 'none'),
    )
    .on(countScheduleStates, () => COUNTS)
  const opened = await renderConsole('/cams/schedules', { api })
  await screen.findByRole('heading', { level: 1, name: 'Schedules' })
  return { ...opened, api }
}

test('the times of several templates are changed at once, once it showed how many follow them · SCHEDULES-002', async () => {
  const { api, pointer } = await openPage([
    buildTemplate(1, { utilisation: { sites: 2, views: 0, rules: 0 } }),
    buildTemplate(2, { utilisation: { sites: 0, views: 5, rules: 1 } }),
    buildTemplate(3),
  ])
  let sites = 2
  api.on(getScheduleUtilisation, () => [
    { id: templateId(1), sites, views: 0, rules: 0 },
    { id: templateId(2), sites: 0, views: 5, rules: 1 },
  ])
  api.on(setScheduleIntervals, () => {
    if (api.callsOf(setScheduleIntervals).length > 1) return []
    sites = 3
    return failure('CONFLICT', 'changed')
  })
  for (const name of [/Nights 1/, /Nights 2/]) await pointer.click(await screen.findByRole('checkbox', { name }))
  await pointer.click(await screen.findByRole('button', { name: 'Change times…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Times of 2 templates' }))
  expect(
    dialog.getByText(/These times replace those of Nights 1, Nights 2\. They begin as those of Nights 1\./),
  ).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Delete Monday 18:00 to Tuesday 06:00' }))
  await pointer.click(await dialog.findByRole('button', { name: 'Save for 2 sites, 5 cameras, 1 rule' }))
  await dialog.findByText(/Others follow these templates now/)
  await pointer.click(await dialog.findByRole('button', { name: 'Save for 3 sites, 5 cameras, 1 rule' }))
  await screen.findByText('Times of 2 templates saved')
  const [, sent] = api.callsOf(setScheduleIntervals).map(({ body }) => body)
  expect(sent).toMatchObject({
    templateIds: [templateId(1), templateId(2)],
    followers: { sites: 3, views: 5, rules: 1 },
  })
  expect(sent?.intervals.map(({ day }) => day)).toEqual([2, 3, 4, 5])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change times…' })).toBeNull())
})

test('a template that the user may not change cannot be changed with others', async () => {
  const { pointer } = await openPage([buildTemplate(1), buildTemplate(2, { permission: 'read' })])
  for (const name of [/Nights 1/, /Nights 2/]) await pointer.click(await screen.findByRole('checkbox', { name }))
  expect(await screen.findByRole('button', { name: 'Change times…' })).toHaveProperty('disabled', true)
})

test('a template is tried part by part with the alarms of all that follow it, and that can be stopped', async () => {
  const { api, pointer } = await openPage([buildTemplate(1, { utilisation: { sites: 2, views: 0, rules: 0 } })])
  const releases: (() => void)[] = []
  api.on(trySchedule, async ({ body }) => {
    const part = body.part ?? 0
    if (part === 4) await new Promise<void>((resolve) => releases.push(resolve))
    const at = (days: number) => new Date(Date.UTC(2026, 9, 27 + days)).toISOString()
    return { since: at(part * 3), till: at(part * 3 + 3), received: 100, counted: 60, wouldCount: 40 }
  })
  await pointer.click(await screen.findByRole('button', { name: 'Open Nights 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nights 1' }))
  await pointer.click(await dialog.findByRole('button', { name: 'Try it on the last 30 days' }))
  await dialog.findByText('12 of 30 days tried')
  releases.shift()?.()
  await dialog.findByText(/With these times, 400 of 1,000 alarms .* would have counted\. 600 did\./)
  const sent = api.callsOf(trySchedule).map(({ body }) => body)
  expect(sent.map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(new Set(sent.slice(1).map(({ till }) => till))).toEqual(new Set(['2026-11-26T00:00:00.000Z']))
  await pointer.click(dialog.getByRole('button', { name: 'Try it on the last 30 days' }))
  await dialog.findByText('12 of 30 days tried')
  await pointer.click(dialog.getByRole('button', { name: 'Stop' }))
  releases.shift()?.()
  await waitFor(() => expect(dialog.queryByText('12 of 30 days tried')).toBeNull())
  expect(api.callsOf(trySchedule)).toHaveLength(15)
})
