// An alarm is shared by a public link, which works in a browser without a login, and no longer after it was revoked.
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

let demo: Demo
let alarmId: string
beforeAll(async () => {
  demo = await startDemo()
  const api = await logIn(demo.product.url, demo.account('admin'))
  const scene = await renderScene({ kind: 'person-walking', seed: 7, camera: 3, frames: 2, width: 640, height: 360 })
  const { viewId } = await createJourneyCamera(api, 'Shared')
  await mailPictures({ api, product: demo.product }, viewId, scene)
  const [alarm] = await decidedAlarms(api, viewId, 1)
  alarmId = alarm?.id ?? ''
})
afterAll(() => demo?.close())

it('a public link shows its alarm without a login, and nothing once it is revoked', async () => {
  const admin = await openPage(demo.browser, demo.product)
  await enterAs(admin.page, demo.account('admin'), `/cams/alarms/${alarmId}`)
  await admin.page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Share this alarm' })
  await dialog.getByRole('textbox', { name: /^For whom/ }).fill('Police')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Public link' }).inputValue()
  expect(await faultsOf(admin.page)).toEqual([])

  const visitor = await openPage(demo.browser, demo.product, { width: 390 })
  const calls: string[] = []
  visitor.page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname)
  })
  const page = await visitor.page.goto(address)
  expect(page?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow' })
  await visitor.page.getByRole('heading', { name: 'Shared camera', level: 1 }).waitFor()
  await visitor.page.getByRole('img', { name: /^Picture 1 of/ }).waitFor()
  expect(await faultsOf(visitor.page)).toEqual([])
  expect(new Set(calls)).toEqual(new Set(['/api/v1/shared/alarm', '/api/v1/shared/alarm/frame/0']))
  expect(visitor.problems).toEqual([])

  await dialog.getByRole('button', { name: 'Revoke the link: Police' }).click()
  await dialog.getByText(/^revoked by/).waitFor()
  await visitor.page.reload()
  await visitor.page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  expect(await visitor.page.getByRole('img', { name: /^Picture/ }).count()).toBe(0)
  expect(await faultsOf(visitor.page)).toEqual([])
  expect(admin.problems).toEqual([])
  await Promise.all([visitor.close(), admin.close()])
})
