import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enterAs, openPage } from './src/harness/browser.ts'
import { type Demo, startDemo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.close())

const FILE = [
  'client;site;site_timezone;camera;camera_key;thermal',
  'Lighthouse Ltd;East pier;Europe/Rome;Gate;V-1;no',
  'Lighthouse Ltd;East pier;;Yard;V-2;yes',
  'Lighthouse Ltd;West pier;Europe/Nowhere;Door;V-3;maybe',
  'Lighthouse Ltd;East pier;;Yard;V-2;yes',
].join('\r\n')

it('a file is checked, imported without its refused lines, found again after a reload, and exported', async () => {
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('admin'), '/cams/clients')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  await page.getByText('Columns of the file').click()
  expect(await faultsOf(page)).toEqual([])

  const buffer = Buffer.from(`\uFEFF${FILE}`, 'utf16le')
  await page.locator('input[type=file]').setInputFiles({ name: 'piers.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Refused 2' }).click()
  await page.getByText('The same camera as in line 3.').waitFor()
  await page.getByRole('button', { name: /^Time zone of the site is not valid/ }).click()
  await page.getByRole('dialog', { name: 'Line 4' }).getByText('Thermal is not valid. “yes” or “no”.').waitFor()
  await page.keyboard.press('Escape')
  expect(await faultsOf(page)).toEqual([])
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the refused lines' }).click(),
  ])
  expect(await readFile(await refused.path(), 'utf8')).toContain('Thermal is not valid. “yes” or “no”."')

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The preview was discarded').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.locator('input[type=file]').setInputFiles({ name: 'piers.csv', mimeType: 'text/csv', buffer })

  await page.getByRole('button', { name: 'All 4' }).click()
  await page.getByRole('button', { name: 'Import 2 lines' }).click()
  await page.getByText('Added').first().waitFor()
  await page.getByRole('region', { name: 'Automation' }).getByRole('article', { name: 'Yard' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await page.getByRole('group', { name: 'Progress of the import' }).getByText('2 processed').waitFor()
  await page.getByRole('link', { name: 'Yard' }).click()
  await page.getByRole('heading', { name: 'Yard' }).waitFor()

  await page.getByRole('treeitem', { name: /Lighthouse Ltd/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog')
  expect(await faultsOf(page)).toEqual([])
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await exported.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('"Yard","V-2"')
  expect(problems).toEqual([])
  await close()
})
