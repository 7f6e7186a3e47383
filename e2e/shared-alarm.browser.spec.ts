// An alarm is shared by a public link, which works in a browser without a login, and no longer after it was revoked. An operator, who may
// not mask, asks an administrator with a drawing.
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

it('an operator draws what should be masked, and an administrator opens the drawing, saves it and answers', async () => {
  const operator = await openPage(demo.browser, demo.product)
  await enterAs(operator.page, demo.account('operator'), `/cams/alarms/${alarmId}`)
  await operator.page.getByRole('button', { name: 'Ask an administrator…' }).click()
  const dialog = operator.page.getByRole('dialog', { name: /^Ask an administrator/ })
  await dialog.getByRole('button', { name: 'Draw an area' }).click()
  const stage = dialog.getByRole('application')
  await stage.scrollIntoViewIfNeeded()
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  for (const [x, y] of [
    [0.2, 0.2],
    [0.5, 0.2],
    [0.5, 0.6],
  ] as const)
    await operator.page.mouse.click(box.x + x * box.width, box.y + y * box.height)
  await dialog.getByRole('button', { name: 'First corner: close the area' }).click()
  await dialog.getByRole('textbox', { name: /^Why/ }).fill('A flag')
  expect(await faultsOf(operator.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await operator.page.getByText('Your request waits for an administrator.').waitFor()

  const admin = await openPage(demo.browser, demo.product)
  await enterAs(admin.page, demo.account('admin'), '/cams/dashboard')
  await admin.page.getByRole('link', { name: 'Show requests' }).click()
  await admin.page.getByRole('img', { name: 'What should be masked at Shared camera' }).waitFor()
  expect(await faultsOf(admin.page)).toEqual([])
  await admin.page.getByRole('link', { name: 'Open the drawing in the masks' }).click()
  await admin.page.getByText(/asks for these areas\. A flag/).waitFor()
  expect(await faultsOf(admin.page)).toEqual([])
  await admin.page.getByRole('button', { name: 'Save masks' }).click()
  await admin.page.getByText(/^Masks saved/).waitFor()
  await admin.page.getByRole('button', { name: /^Done/ }).click()
  await admin.page.getByText('The request is answered.').waitFor()

  await operator.page.getByRole('button', { name: 'About this camera' }).click()
  await operator.page.getByText(/done by/).waitFor()
  expect(await faultsOf(operator.page)).toEqual([])
  expect([operator.problems, admin.problems]).toEqual([[], []])
  await Promise.all([operator.close(), admin.close()])
})
