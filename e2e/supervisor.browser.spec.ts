// An administrator lets supervisors review alarms; a supervisor draws a sample and labels it by keyboard, without knowing the verdict; switching
// off ends it.
import { getCurrentUser, setQualityReview, updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { openDatabase } from './src/harness/open-database.ts'

let demo: Demo
let api: ApiClient
beforeAll(async () => {
  demo = await startDemo()
  api = await logIn(demo.product.url, demo.account('admin'))
  const { viewId } = await createJourneyCamera(api, 'Sampled')
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  for (const kind of ['person-walking', 'empty'] as const) {
    const scene = await renderScene({ kind, seed: 7, camera: 3, frames: 2, width: 640, height: 360 })
    await mailPictures({ api, product: demo.product }, viewId, scene)
  }
  await decidedAlarms(api, viewId, 2)
  await makeOlder(viewId)
})
afterAll(() => demo?.close())

/** Only alarms whose verdict is an hour old are drawn, and nobody waits for that here. Makes a supervisor of the operator, too. */
async function makeOlder(viewId: string): Promise<void> {
  const database = await openDatabase(demo.product.dataDir)
  try {
    await database.query('begin')
    // Without the triggers that keep the sums of quarter hours.
    await database.query('set local session_replication_role = replica')
    const { rows } = await database.query<{ id: string }>('select id from alarm where view_id = $1', [viewId])
    for (const [n, { id }] of rows.entries()) {
      const older = `overlay(app.uuid_from_time(now() - interval '${n + 2} hours')::text placing right($1::text, 20) from 17)::uuid`
      await database.query(`update frame set alarm_id = ${older} where alarm_id = $1::uuid`, [id])
      await database.query(`update alarm set id = ${older} where id = $1::uuid`, [id])
    }
    await database.query(`update app_user set extra_roles = '{SUPERVISOR}' where lower(email) = lower($1)`, [
      demo.account('operator').email,
    ])
    await database.query('commit')
  } finally {
    await database.end()
  }
}

it('a supervisor labels a random sample blindly, while the company allows it', async () => {
  const admin = await openPage(demo.browser, demo.product)
  await enterAs(admin.page, demo.account('admin'), '/cams/settings/quality-review')
  await admin.page.getByRole('switch').click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await admin.page.getByText('No supervisor has drawn alarms yet.').waitFor()
  expect(await faultsOf(admin.page)).toEqual([])

  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('operator'))
  await page.getByRole('button', { name: /^Draw 20 alarms/ }).click()
  await page.getByRole('img', { name: /^Picture 1 of/ }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/super\/alarms/)
  await page.getByText('The filter’s verdict appears after your label.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('t')
  const verdict = page.getByRole('region', { name: 'Verdict of the filter' })
  await verdict.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('n')
  await page.getByText('The filter’s verdict appears after your label.').waitFor()
  await page.keyboard.press('1')
  await verdict.waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'You have labelled all drawn alarms' }).waitFor()
  await page.goto('/super/result')
  await page.getByText(/^2 of 2 drawn alarms labelled/).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const { companyId } = await api.call(getCurrentUser)
  await api.call(setQualityReview, { params: { id: companyId }, body: { on: false } })
  await page.goto('/super/alarms')
  await page.getByRole('heading', { name: 'No company lets you review alarms' }).waitFor()
  await admin.page.reload()
  await admin.page.getByText(/^2 of 2 drawn alarms labelled/).waitFor()
  expect([...problems, ...admin.problems]).toEqual([])
  await close()
  await admin.close()
})
