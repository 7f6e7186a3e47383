// In pseudo-language every text is a third longer and in brackets. A text that does not fit in pseudo-language would not
// fit in some real language either.
import { API_BASE, treeImport, uploadImport } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, type JourneyCamera, mailPictures } from './src/harness/camera.ts'
import { goWithin, misfitsOf, settled } from './src/harness/clipped-texts.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'

/** English with accents, brackets and a third more length (docs/translating.md). */
const PSEUDO_LOCALE = 'en-XA'
const WIDTHS = [1440, 390]

let demo: Demo
let api: ApiClient
let camera: JourneyCamera
let opened: ConsolePage

beforeAll(async () => {
  demo = await startDemo({ WINNOW_DEADLINE_SECONDS: '120' })
  api = await logIn(demo.product.url, demo.account('admin'))
  camera = await createJourneyCamera(api, 'Journey')
  // The analysis runs while other screens are checked.
  await mailPictures(
    { api, product: demo.product },
    camera.viewId,
    await renderScene({ kind: 'person-walking', seed: 5, camera: 21, frames: 3, width: 960, height: 540 }),
  )
  opened = await openPage(demo.browser, demo.product)
  await opened.page.addInitScript(
    (locale) => localStorage.setItem('winnow.locale', JSON.stringify(locale)),
    PSEUDO_LOCALE,
  )
})
afterAll(async () => {
  await opened?.close()
  await demo?.close()
})

/** The texts that do not fit on these screens. */
async function misfitsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const misfits: string[] = []
  for (const path of paths) {
    await goWithin(page, path)
    misfits.push(...(await misfitsOf(page, WIDTHS)))
  }
  return misfits
}

/** Uploads a file for an import, and returns the id of its preview. */
async function uploadLines(lines: readonly string[]): Promise<string> {
  const reply = await fetch(`${demo.product.url}${API_BASE}${uploadImport.path}?fileName=pier.csv`, {
    method: uploadImport.method,
    headers: { cookie: api.cookie, 'x-requested-with': 'e2e', 'content-type': 'text/csv' },
    body: lines.join('\n'),
  })
  return treeImport.parse(await reply.json()).id
}

const tabs = (path: string, names: readonly string[]): string[] => names.map((name) => path + name)

it('the measurement finds text that is clipped, overflows or scrolls the page, and nothing else', async () => {
  const { page, close } = await openPage(demo.browser, demo.product)
  const box = (style: string, inner: string, more = '') =>
    `<div style="width: 60px; white-space: nowrap; ${style}" ${more}>${inner}</div>`
  await page.setContent(`
    ${box('overflow: hidden', '⟦cut without a sign⟧')}
    ${box('overflow: hidden; text-overflow: ellipsis', '⟦an ellipsis and no title⟧')}
    ${box('overflow: hidden; text-overflow: ellipsis', '⟦an ellipsis with a title⟧', 'title="whole"')}
    ${box('overflow: hidden; white-space: normal; height: 20px', '⟦cut below the first line⟧')}
    ${box('overflow: auto', '⟦this can be scrolled to⟧')}
    ${box('overflow: hidden', 'a long name that somebody gave')}
    ${box('', '<button style="width: 60px">⟦hangs out of it⟧</button>')}
    <input style="width: 60px" value="⟦does not fit in here⟧"><input style="width: 60px" placeholder="⟦may end early⟧">
    <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">⟦for screen readers only⟧</p>
    <div style="width: 1700px">⟦wide⟧</div>`)
  expect((await misfitsOf(page, [1440])).map((line) => line.replace(/^.* 1440: /, ''))).toEqual([
    'cut off at div: ⟦cut without a sign⟧',
    'cut off at div: ⟦an ellipsis and no title⟧',
    'cut off below at div: ⟦cut below the first line⟧',
    'hangs out of button: ⟦hangs out of it⟧',
    expect.stringMatching(/^does not fit its field \(\d+ px\): ⟦does not fit in here⟧$/),
    expect.stringMatching(/^the page scrolls sideways: 17\d\d > 14\d\d$/),
  ])
  await close()
})

it('no text is clipped before the login', async () => {
  const { page } = opened
  await page.goto('/login')
  await settled(page)
  expect(await misfitsOn(page, ['/login', '/reset-password', '/new-password'])).toEqual([])
})

it('no text is clipped on the screens of a company', async () => {
  const { page, problems } = opened
  await enterAs(page, demo.account('admin'), '/cams/dashboard')
  await settled(page)
  const [site, view] = [`/cams/clients/u?site=${camera.siteId}&tab=`, `/cams/clients/u?cam=${camera.viewId}&tab=`]
  const imported = await uploadLines(['client,site,camera,thermal', 'Pier,East,Gate,no', 'Pier,East,Gate,maybe'])
  const misfits = await misfitsOn(page, [
    '/cams/dashboard',
    '/cams/clients/import',
    `/cams/clients/import/${imported}`,
    '/cams/clients',
    '/cams/clients?add=project',
    ...tabs(site, ['settings', 'mail', 'receivers', 'unmatched']),
    ...tabs(view, ['connect', 'test', 'settings', 'masks', 'learning', 'received']),
    '/cams/account',
    '/cams/audit-log',
    ...tabs('/cams/settings/', ['profile', 'password', 'sessions', '2fa', 'date-time', 'theme']),
    ...tabs('/cams/settings/', [
      'account',
      'single-sign-on',
      'learning',
      'quality-review',
      'integrations',
      'global-config',
    ]),
  ])
  const [alarm] = await decidedAlarms(api, camera.viewId, 1)
  misfits.push(...(await misfitsOn(page, ['/cams/alarms', `/cams/alarms/${alarm?.id}`])))
  expect(misfits).toEqual([])
  expect(problems).toEqual([])
})

it('no text is clipped on the screens of the provider', async () => {
  const { page, problems } = opened
  // Leaves the alarm as long as somebody is logged in, since the page tells that nobody looks at it any more.
  await page.goto('/cams/clients')
  await settled(page)
  // An open page of the console goes on asking for its background jobs, and would be refused without its session.
  await page.goto('/healthz')
  await page.context().clearCookies()
  await enterAs(page, demo.account('super'), '/provider/companies')
  await settled(page)
  expect(await misfitsOn(page, ['/provider/companies', '/provider/detectors'])).toEqual([])
  expect(problems).toEqual([])
})
