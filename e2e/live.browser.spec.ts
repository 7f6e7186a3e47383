// Two browsers show the same tree: what one changes, the other shows without a reload, and does not overwrite unseen.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, type JourneyCamera } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

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

  await page.getByRole('treeitem', { name: 'Shared client', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the client' }).fill('Renamed client')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await row('Renamed client').waitFor()

  expect(await watcher.page.evaluate('globalThis.wasNotReloaded')).toBe(true)
  expect([...watcher.problems, ...editor.problems]).toEqual([])
  await editor.close()
  await watcher.close()
})

it('of two browsers that edit a site, the second sees the first one’s change before it saves', async () => {
  const [first, second] = [
    await openPage(demo.browser, demo.product),
    await openPage(demo.browser, demo.product, { dark: false }),
  ]
  const address = `/cams/clients/u?site=${camera.siteId}`
  await enterAs(first.page, demo.account('admin'), address)
  await enterAs(second.page, demo.account('admin'), address)
  const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
  await notes(second.page).fill('Ring twice.')

  await first.page.getByRole('button', { name: 'Add a contact' }).click()
  await first.page.keyboard.type('Ada Lamm')
  await first.page.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0000')
  await notes(first.page).fill('Beware of the dog.')
  await first.page.getByRole('button', { name: 'Save' }).click()

  const notice = second.page.getByRole('alert', { name: /changed this at .*, while you were editing/ })
  await notice.getByText('Beware of the dog.').waitFor()
  await second.page.getByRole('group', { name: 'Ada Lamm' }).waitFor()
  expect(await second.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  expect(await faultsOf(second.page)).toEqual([])
  await notice.getByRole('button', { name: 'Keep mine: Notes' }).click()
  await second.page.getByRole('button', { name: 'Save' }).click()

  await expect.poll(() => notes(first.page).inputValue()).toBe('Ring twice.')
  expect([...first.problems, ...second.problems]).toEqual([])
  await first.close()
  await second.close()
})
