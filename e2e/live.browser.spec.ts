// Two browsers show the same tree: what one changes, the other shows without a reload.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, type JourneyCamera } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'

let demo: Demo
let camera: JourneyCamera
beforeAll(async () => {
  demo = await startDemo()
  camera = await createJourneyCamera(await logIn(demo.product.url, demo.account('admin')), 'Shared')
})
afterAll(() => demo?.close())

it('tree and counters of one browser follow the changes of another one', async () => {
  const [watcher, editor] = [
    await openPage(demo.browser, demo.product),
    await openPage(demo.browser, demo.product, { dark: false }),
  ]
  await enterAs(watcher.page, demo.account('admin'), `/cams/clients/u?cam=${camera.viewId}`)
  const row = (name: string) => watcher.page.getByRole('treeitem', { name, exact: true })
  await row('Shared camera').waitFor()
  const active = (count: string) => row('Shared client').getByTitle(count, { exact: true }).waitFor()
  await active('1 active camera')
  await watcher.page.evaluate('globalThis.wasNotReloaded = true')

  const { page } = editor
  await enterAs(page, demo.account('admin'), `/cams/clients?site=${camera.siteId}&type=add`)
  await page.getByRole('textbox', { name: 'Name of the camera' }).fill('Second gate')
  await page.keyboard.press('Enter')
  await row('Second gate').waitFor()
  await active('2 active cameras')

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Camera is active' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await row('Second gate, off').waitFor()
  await active('1 active camera')

  expect(await watcher.page.evaluate('globalThis.wasNotReloaded')).toBe(true)
  expect([...watcher.problems, ...editor.problems]).toEqual([])
  await editor.close()
  await watcher.close()
})
