// Labels of several operators, in real browsers: a conflict, a browser without a network, and two tabs of one operator.
import { getAlarm, updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

const ALARMS = 4

let demo: Demo
let api: ApiClient
/** Alarms that nobody has labelled, the newest first. */
let alarmIds: string[]
const shown: ConsolePage[] = []

beforeAll(async () => {
  demo = await startDemo()
  api = await logIn(demo.product.url, demo.account('admin'))
  const { viewId } = await createJourneyCamera(api, 'Labels')
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  const scene = { kind: 'empty', seed: 3, camera: 21, frames: 1, intervalMs: 700, width: 480, height: 270 } as const
  for (let seed = 0; seed < ALARMS; seed++)
    await mailPictures({ api, product: demo.product }, viewId, await renderScene({ ...scene, seed }))
  alarmIds = (await decidedAlarms(api, viewId, ALARMS)).map(({ id }) => id)
})
afterAll(() => demo?.close())
beforeEach(() => async () => {
  await Promise.all(shown.splice(0).map((each) => each.close()))
})

const alarmAt = (place: number): string => alarmIds[place] ?? 'none'
const labelsOf = async (place: number) => (await api.call(getAlarm, { params: { id: alarmAt(place) } })).labels
const untilOpen = (page: Page) => page.getByRole('group', { name: /^False because of|^What was it/ }).waitFor()

async function open(user: 'operator' | 'admin', place: number): Promise<Page> {
  const opened = await openPage(demo.browser, demo.product)
  shown.push(opened)
  await enterAs(opened.page, demo.account(user), `/cams/alarms/${alarmAt(place)}`)
  await untilOpen(opened.page)
  return opened.page
}

it('labels made without a network outlive a reload and are sent once; a colleague’s other label is a conflict that shows both · ALARMS-001 ALARMS-007 HOTKEYS-002', async () => {
  const page = await open('operator', 0)
  const colleague = await open('admin', 0)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.context().setOffline(true)
  await page.keyboard.press('KeyT')
  await page.keyboard.press('Digit1')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(new RegExp(alarmAt(1)))
  await page.keyboard.press('Digit5')
  await page.getByText('2 labels are saved here').waitFor()
  await expect(page.reload()).rejects.toThrow(/INTERNET_DISCONNECTED/)

  await colleague.keyboard.press('Digit3')
  await expect.poll(() => labelsOf(0), { interval: 50 }).toMatchObject([{ groundTruth: false, reason: 'animal' }])

  await page.context().setOffline(false)
  await page.goto(`/cams/alarms/${alarmAt(0)}`)
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else labelled this alarm' })
  await notice.getByText(/labelled it False: animal in the meantime. You chose True: person/).waitFor()
  await expect.poll(() => labelsOf(1), { interval: 50 }).toMatchObject([{ groundTruth: false, reason: 'headlights' }])
  expect(await faultsOf(page)).toEqual([])

  // Nothing is decided by leaving.
  await page.reload()
  await notice.waitFor()
  await notice.getByRole('button', { name: 'Change to True: person' }).click()
  await page.getByText('2 people disagree').waitFor()
  await colleague.getByText('2 people disagree').waitFor()
  expect(await labelsOf(0)).toMatchObject([
    { groundTruth: true, reason: 'person' },
    { groundTruth: false, reason: 'animal' },
  ])
})

it('what one tab could not send is sent by the other tab of the same operator, once', async () => {
  const page = await open('operator', 2)
  const other = await page.context().newPage()
  await other.goto(`/cams/alarms/${alarmAt(3)}`)
  await untilOpen(other)
  await page.context().setOffline(true)
  await page.keyboard.press('KeyF')
  await page.getByText('1 label is saved here').waitFor()
  await page.close({ runBeforeUnload: false })
  await page.context().setOffline(false)
  await expect.poll(() => labelsOf(2), { interval: 50 }).toMatchObject([{ groundTruth: false }])
})
