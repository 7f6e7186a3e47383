// Tests schedules over the whole product: a template made with the keyboard alone, the cameras of a site that follow it, and an alarm outside
// its times that would have counted within them. Holidays and closing days, on which an alarm is kept until somebody has it analysed. Then the
// site is disarmed on screen and armed by mail. Each screen on the way has no accessibility faults.
import { getAlarm, getSiteSchedule, listAlarms, setSiteSchedule, updateSite } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { createJourneyCamera, mailPictures, type JourneyCamera } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn, tabTo } from './src/harness/focus.ts'

let demo: Demo
let api: ApiClient
let camera: JourneyCamera
let opened: ConsolePage

beforeAll(async () => {
  demo = await startDemo()
  api = await logIn(demo.product.url, demo.account('admin'))
  camera = await createJourneyCamera(api, 'Night watch')
  opened = await openPage(demo.browser, demo.product)
  await enterAs(opened.page, demo.account('admin'))
})

afterAll(async () => {
  await opened?.close()
  await demo?.close()
})

const scene = () => renderScene({ kind: 'person-walking', seed: 5, camera: 21, frames: 3, width: 640, height: 360 })
const alarms = async (): Promise<string[]> => {
  const query = { verdict: 'outside,true,false,unverified,waiting' }
  return (await api.call(listAlarms, { query, body: { cameras: [camera.viewId] } })).rows.map(({ id }) => id)
}
/** Mails pictures of a person, and returns the alarm that they open. */
async function newAlarm(): Promise<string> {
  const before = await alarms()
  await mailPictures({ api, product: demo.product }, camera.viewId, await scene())
  await expect.poll(alarms).toHaveLength(before.length + 1)
  return (await alarms()).find((id) => !before.includes(id)) ?? ''
}
const verdictOf = (id: string) => async () => (await api.call(getAlarm, { params: { id } })).verdict

it('a template is made by keyboard alone: painted, moved, resized, copied, undone and saved · SCHEDULES-002', async () => {
  const { page, problems } = opened
  await page.goto('/cams/schedules')
  await page.getByText('No templates yet').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create template' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create template' })
  await focusOn(dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Late')
  // Monday's default window, from midnight to eight, moves to 20:00 and is given to all days.
  const monday = dialog.getByRole('button', { name: 'Monday 00:00 to 08:00', exact: true })
  await monday.focus()
  for (let hour = 0; hour < 20; hour += 1) await page.keyboard.press('PageDown')
  await focusOn(dialog.getByRole('button', { name: 'Monday 20:00 to Tuesday 04:00', exact: true }))
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await focusOn(dialog.getByRole('slider', { name: 'Start' }))
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Monday 20:15 to Tuesday 04:00', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Actions for Monday' }).focus()
  await page.keyboard.press('Enter')
  await focusOn(page.getByRole('menuitem', { name: 'Copy to all days' }))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Sunday 20:15 to Monday 04:00', exact: true }).waitFor()
  // An undone step is done again.
  await dialog.getByRole('button', { name: 'Free time on Friday' }).focus()
  await page.keyboard.press('Control+z')
  await dialog.getByRole('button', { name: 'Sunday 00:00 to 08:00', exact: true }).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await dialog.getByRole('button', { name: 'Sunday 20:15 to Monday 04:00', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Create template' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Template “Late” created').waitFor()
  await page.getByRole('row', { name: /Late/ }).getByText('nobody').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})

it('a camera that follows a template keeps its alarms outside the times, and judges them within', async () => {
  const { page, problems } = opened
  await page.goto(`/cams/clients/u?site=${camera.siteId}&tab=schedule`)
  await page.getByText('Counts: no schedule').waitFor()
  await page.getByRole('radio', { name: 'By a template' }).check()
  await page.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Late' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Schedule saved').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const params = { id: camera.siteId }
  const { templateName } = await api.call(getSiteSchedule, { params })
  expect(templateName).toBe('Late')

  // Times that are over for today, whatever the hour: none at all.
  await api.call(setSiteSchedule, { params, body: { weekly: [] } })
  const outside = await newAlarm()
  expect((await api.call(getAlarm, { params: { id: outside } })).outside).toEqual({ reason: 'schedule', until: null })
  await page.goto(`/cams/alarms/${outside}`)
  await page.getByText('By its schedule, the camera did not count then.').waitFor()
  expect(await faultsOf(page)).toEqual([])

  const whole = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '00:00', end: '24:00' }))
  await api.call(setSiteSchedule, { params, body: { weekly: whole } })
  // No burst joins across a change of the state.
  await expect.poll(verdictOf(await newAlarm())).toBe('true')
  await page.goto(`/cams/clients/u?cam=${camera.viewId}&tab=schedule`)
  await page.getByRole('radio', { name: 'Like its site' }).waitFor()
  await page.getByRole('img', { name: 'Monday 00:00 to 24:00' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})

it('holidays of a region and a closing day are set by keyboard, and an alarm of that day is kept until somebody has it analysed', async () => {
  const { page, problems } = opened
  const params = { id: camera.siteId }
  // Counts always, but on closing days.
  const whole = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '00:00', end: '24:00' }))
  await api.call(updateSite, { params, body: { timezone: 'UTC' } })
  await api.call(setSiteSchedule, { params, body: { weekly: whole, holidayIntervals: [] } })
  await page.goto(`/cams/clients/u?site=${camera.siteId}&tab=schedule`)
  await page.getByRole('button', { name: 'Link holidays of a region…' }).focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Holidays' })
  await focusOn(picker.getByRole('combobox', { name: 'Country or region' }))
  await page.keyboard.type('Germany, Bayern')
  await page.getByRole('option', { name: 'Germany, Bayern', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const epiphany = picker.getByRole('checkbox', { name: /^Epiphany/ })
  await tabTo(page, epiphany)
  await page.keyboard.press('Space')
  await picker.getByRole('combobox', { name: 'When “Epiphany” is unticked' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await tabTo(page, picker.getByRole('button', { name: 'Use these holidays' }))
  await page.keyboard.press('Enter')
  await page.getByText('1 holiday unticked').waitFor()
  // A closing day of one's own begins today.
  await page.getByRole('button', { name: 'Add closing days' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Closing days' }).getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type('Stocktaking')
  await page.getByText('No times: the camera does not count on closing days.').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByText('Schedule saved').waitFor()
  await page.getByText(/^Does not count/).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Stocktaking' }).getByText('does not count').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const { holidays } = await api.call(getSiteSchedule, { params })
  expect(holidays).toMatchObject({ regionId: 'DE-BY', unticked: [{ name: 'Epiphany', date: null }], missingYears: [] })

  const person = await scene()
  const kept = async () =>
    (await api.call(listAlarms, { query: { verdict: 'outside' }, body: { cameras: [camera.viewId] } })).rows
  const before = new Set((await kept()).map(({ id }) => id))
  await mailPictures({ api, product: demo.product }, camera.viewId, person)
  await expect.poll(async () => (await kept()).filter(({ id }) => !before.has(id))).toHaveLength(1)
  const { id = '' } = (await kept()).find((row) => !before.has(row.id)) ?? {}
  await page.goto(`/cams/alarms/${id}`)
  await page.getByRole('button', { name: 'Analyse and send' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('j')
  await page.getByText(/Analysed by hand by/).waitFor()
  await expect.poll(async () => (await api.call(getAlarm, { params: { id } })).verdict).toBe('true')
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})

it('a site is disarmed on screen and armed by mail, and its alarms follow · VIEWS-003', async () => {
  const { page, problems } = opened
  await page.goto(`/cams/clients/u?site=${camera.siteId}&tab=schedule`)
  await page.getByRole('radio', { name: 'While it is armed' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nobody has armed or disarmed it yet.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Disarm…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Disarm site/ })
  await dialog.getByRole('radio', { name: 'Until a time' }).check()
  await dialog.getByText(/^Arms itself on .*UTC/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disarm' }).click()
  await page.getByText(/^Disarmed until .*UTC/).waitFor()
  const kept = await newAlarm()
  expect((await api.call(getAlarm, { params: { id: kept } })).outside).toMatchObject({ reason: 'disarmed' })

  await page.getByRole('tab', { name: 'Arming' }).click()
  await page.getByRole('button', { name: 'Make addresses' }).click()
  const address = await page.getByText(/^arm-[a-z2-9]{20}@/).textContent()
  await page.getByRole('switch', { name: 'Tell the contacts' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('switch', { name: 'Tell the contacts' }).click()
  const panel = createTransport({ ...demo.product.smtp, ignoreTLS: true })
  await panel.sendMail({ from: 'panel@site.example', to: address ?? '', subject: 'Armed', text: 'Armed' })
  panel.close()
  await page.getByText(/^panel@site\.example, by e-mail, on /).waitFor()
  await page.getByRole('button', { name: 'Disarm…' }).waitFor()
  await page.getByRole('row', { name: /panel@site\.example .* Applied/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(verdictOf(await newAlarm())).toBe('true')
  expect(problems).toEqual([])
})
