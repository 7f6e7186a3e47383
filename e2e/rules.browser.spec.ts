// Tests advanced rules over the whole product: a zone that is drawn on the camera's picture, a rule that counts in it and makes an alarm true,
// a type that the company does not have, and one that no detector can see. Each screen on the way has no accessibility faults.
import {
  type BodyOf,
  deleteWatchList,
  getCurrentUser,
  listAdvancedRules,
  listWatchLists,
  provisionCompany,
  updateView,
} from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn, tabTo } from './src/harness/focus.ts'

type ProvisionedUnlocks = NonNullable<BodyOf<typeof provisionCompany>['unlocks']>
let demo: Demo
let api: ApiClient
let viewId: string
let opened: ConsolePage

beforeAll(async () => {
  demo = await startDemo({ WINNOW_DEADLINE_SECONDS: '120' })
  api = await logIn(demo.product.url, demo.account('admin'))
  await unlock({ isPPEUnlocked: true, isVehicleWatchlistEnabled: true })
  viewId = (await createJourneyCamera(api, 'Gate')).viewId
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  await mailPictures({ api, product: demo.product }, viewId, await walking())
  await decidedAlarms(api, viewId, 1)
  opened = await openPage(demo.browser, demo.product)
  await enterAs(opened.page, demo.account('admin'))
})

afterAll(async () => {
  await opened?.close()
  await demo?.close()
})

/** Gives the company advanced rules with these features alone. */
async function unlock(features: ProvisionedUnlocks) {
  const provider = await logIn(demo.product.url, demo.account('super'))
  const { companyId } = await api.call(getCurrentUser)
  const unlocks = { isAdvancedAlarmUnlocked: true, ...features }
  await provider.call(provisionCompany, { params: { id: companyId }, body: { unlocks } })
}

const walking = async () =>
  renderScene({ kind: 'person-walking', seed: 5, camera: 21, frames: 3, intervalMs: 700, width: 960, height: 540 })

/** Clicks the corners of a zone on the stage, as shares of its size. */
async function draw(page: Page, corners: readonly (readonly [number, number])[]) {
  const stage = page.getByRole('application')
  await stage.scrollIntoViewIfNeeded()
  const box = await stage.boundingBox()
  if (!box) throw new Error('the stage is not shown')
  for (const [x, y] of corners) await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
}

/** Fills the form of a hazard by keyboard alone: an obstructed door, its zone and its name, and a timeout. */
async function watchDoor(dialog: Locator) {
  const page = dialog.page()
  const press = async (place: Locator, ...keys: string[]) => {
    await tabTo(page, place)
    for (const key of keys) await page.keyboard.press(key)
  }
  await press(dialog.getByRole('checkbox', { name: 'Obstructed door' }), 'Space')
  await press(dialog.getByRole('textbox', { name: 'Period (seconds)' }), 'Control+A', '6', '0')
  await press(dialog.getByRole('button', { name: 'Draw an area' }), 'Enter')
  await focusOn(dialog.getByRole('application'))
  for (const key of ['Space', 'Shift+ArrowRight', 'Space', 'Shift+ArrowDown', 'Space', 'Enter'])
    await page.keyboard.press(key)
  await press(dialog.getByRole('textbox', { name: 'Name of zone 1' }), 'Control+A')
  await page.keyboard.type('Fire door')
  await press(dialog.getByRole('switch', { name: /keep further hits/ }), 'Space')
  await press(dialog.getByRole('combobox', { name: 'For' }), 'ArrowDown')
  await page.getByRole('option', { name: '1 hour' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

it('a rule counts in a zone that was drawn, and makes an alarm true in its name · RULES-002 RULES-007', async () => {
  const { page, problems } = opened
  await page.goto(`/cams/clients/u?cam=${viewId}&tab=rules`)
  await page.getByText('This camera has no rules').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'New rule' }).click()
  const kinds = page.getByRole('dialog', { name: 'What should the rule look for?' })
  await kinds.getByRole('button', { name: /^Licence plate.*Locked/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await kinds.getByRole('button', { name: /^Count/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule: Count' })
  await dialog.getByRole('button', { name: 'Draw an area' }).click()
  await draw(page, [
    [0.02, 0.3],
    [0.98, 0.3],
    [0.98, 0.97],
    [0.02, 0.97],
  ])
  await dialog.getByRole('button', { name: 'First corner: close the area' }).click()
  await dialog.getByRole('textbox', { name: 'Name of zone 1' }).fill('Yard')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Anybody in the yard')
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await page.getByText('Rule Anybody in the yard created.').waitFor()
  await page.getByRole('button', { name: 'Open the rule Anybody in the yard' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  await mailPictures({ api, product: demo.product }, viewId, await walking())
  const [alarm] = await decidedAlarms(api, viewId, 2)
  expect(alarm).toMatchObject({ verdict: 'true', rule: { name: 'Anybody in the yard', type: 'count', isHeld: false } })
  await page.goto(`/cams/alarms/${alarm?.id}?camera=${viewId}&event=count`)
  await page.getByText('In Yard').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})

it('a rule that no detector can see is saved switched off, and says so when it is switched on · GATING-002', async () => {
  const { page, problems } = opened
  await page.goto(`/cams/clients/u?cam=${viewId}&tab=rules`)
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('button', { name: /^Protective equipment.*Needs a detector/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule: Protective equipment' })
  await dialog.getByRole('checkbox', { name: 'Vest' }).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('row', { name: /Protective equipment.*Needs a detector/ }).waitFor()
  await page.getByRole('switch', { name: 'Rule Protective equipment is on' }).click({ force: true })
  const refusal = page.getByRole('dialog', { name: 'This rule cannot be switched on yet' })
  await refusal.getByText(/No detector in use sees this: protective equipment/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  // The browser reports the refusal that was wanted, and nothing else.
  expect(problems.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')])
})

it('plates are imported into a list, found again, and a rule looks for them', async () => {
  const { page, problems } = opened
  await page.goto('/cams/settings/watch-lists')
  await page.getByText('No lists yet').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create list' }).click()
  await page.getByRole('textbox', { name: 'Name of the list' }).fill('Banned')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const plates = page.getByRole('dialog', { name: 'Plates of Banned' })
  await plates.getByRole('button', { name: 'Import plates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import plates into Banned' })
  await dialog.getByRole('textbox', { name: 'Plates, one a line' }).fill('AB10 CDE;white van\n?\nXY99 ZZZ')
  await dialog.getByText('2 plates can be imported. 1 line is left out.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 2 plates' }).click()
  await plates.getByText('white van').waitFor()
  // O and 0 look alike.
  await plates.getByRole('searchbox', { name: 'Find a plate' }).fill('ABIO CDE')
  await plates.getByRole('button', { name: 'Search' }).click()
  await plates.getByText('XY99 ZZZ').waitFor({ state: 'detached' })
  await plates.getByText('white van').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`/cams/clients/u?cam=${viewId}&tab=rules`)
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('button', { name: /^Watch list/ }).click()
  await page.getByRole('combobox', { name: 'List of plates' }).click()
  await page.getByRole('option', { name: 'Banned' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('row', { name: /Watch list.*Ready/ }).waitFor()
  expect(problems).toEqual([])
})

it('each of the other kinds has its own fields, and is saved · RULES-007 RULES-008 RULES-009 RULES-010', async () => {
  const { page, problems } = opened
  await unlock({
    isLPRUnlocked: true,
    isPPEUnlocked: true,
    isHazardUnlocked: true,
    isSafetyComplianceUnlocked: true,
    isBehaviouralAnomalyUnlocked: true,
    isVehicleWatchlistEnabled: true,
  })
  await page.goto(`/cams/clients/u?cam=${viewId}&tab=rules`)
  const check = (dialog: Locator, name: string) => dialog.getByRole('checkbox', { name }).check()
  const kinds: [name: string, state: string, fill: (dialog: Locator) => Promise<void>][] = [
    ['Crowd forming', 'Ready', (dialog) => dialog.getByRole('textbox', { name: 'At least' }).fill('4')],
    ['Loitering', 'Ready', (dialog) => dialog.getByRole('textbox', { name: 'Period (seconds)' }).fill('20')],
    ['Licence plate', 'Ready', (dialog) => dialog.getByText(/empty: any plate/).waitFor()],
    ['Hazard', 'Ready', watchDoor],
    ['Safety compliance', 'Ready', (dialog) => check(dialog, 'Person lying down')],
    [
      'Behavioural anomaly',
      'Ready',
      async (dialog) => {
        await check(dialog, 'Crowd')
        await dialog.getByRole('textbox', { name: 'At least' }).fill('5')
      },
    ],
  ]
  for (const [kind, state, fill] of kinds) {
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
    const dialog = page.getByRole('dialog', { name: `New rule: ${kind}` })
    await fill(dialog)
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create rule' }).press('Enter')
    await page.getByRole('row', { name: new RegExp(`${kind}.*${state}`) }).waitFor()
  }
  const rules = await api.call(listAdvancedRules, { params: { id: viewId } })
  expect(rules.find(({ detectionType }) => detectionType === 'hazard')).toMatchObject({
    categories: ['obstructed_door'],
    detectionPeriod: 60,
    detectionTimeout: 60,
    detectionTimeoutActive: true,
    zones: [
      {
        name: 'Fire door',
        points: [
          [0.5, 0.5],
          [0.55, 0.5],
          [0.55, 0.55],
        ],
      },
    ],
  })
  expect(problems).toEqual([])
})

it('rules that cannot look any more say why in the list, and on Home · GATING-002', async () => {
  const { page, problems } = opened
  await unlock({ isSafetyComplianceUnlocked: false })
  for (const { id } of await api.call(listWatchLists)) await api.call(deleteWatchList, { params: { id } })
  await page.goto(`/cams/clients/u?cam=${viewId}&tab=rules`)
  for (const row of [
    /Safety compliance.*Locked.*has not unlocked this/,
    /Protective equipment.*Needs a detector.*No detector in use sees this/,
    /Watch list.*Cannot work here.*Its list was deleted/,
    /Hazard.*Ready/,
  ])
    await page.getByRole('row', { name: row }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/cams/dashboard')
  await page.getByText('The rule Watch list of Gate camera is on, and its list of plates was deleted').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})
