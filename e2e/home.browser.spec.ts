// Every number of Home leads to exactly the alarms that it counts.
import { labelAlarms, updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'

let demo: Demo
let api: ApiClient

beforeAll(async () => {
  demo = await startDemo()
  api = await logIn(demo.product.url, demo.account('admin'))
  const { viewId } = await createJourneyCamera(api, 'Counted')
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  const scene = await renderScene({ kind: 'empty', seed: 5, camera: 21, frames: 1, width: 320, height: 180 })
  for (let n = 0; n < 3; n += 1) await mailPictures({ api, product: demo.product }, viewId, scene)
  const [first, second] = await decidedAlarms(api, viewId, 3)
  await api.call(labelAlarms, { body: { alarms: [first?.id ?? ''], groundTruth: true } })
  await api.call(labelAlarms, { body: { alarms: [second?.id ?? ''], groundTruth: false } })
})

afterAll(async () => {
  await demo?.close()
})

it('leads from each number of Home to exactly the alarms that it counts', async () => {
  const { page } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('admin'), '/cams/dashboard')
  await page.getByRole('heading', { name: 'Where alarms come from' }).waitFor()
  const links = page.getByRole('main').locator('dl a[href*="since"], section ol a[href*="since"]')
  await links.first().waitFor()
  const found = await links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
  )
  const numbers = [
    ...new Map(
      found.flatMap(({ href, text }) => {
        const number = /^(?:of )?([\d,]+)/.exec(text)?.[1]
        return number === undefined || number === '0' || href.includes('unlabelled')
          ? []
          : [[href, Number(number.replaceAll(',', ''))] as const]
      }),
    ),
  ]
  expect(numbers.length).toBeGreaterThan(4)
  const counted: [string, number][] = []
  for (const [href] of numbers) {
    const reply = page.waitForResponse((response) => response.url().includes('/api/viewalarms'))
    await page.goto(new URL(href, demo.product.url).href)
    const { count } = await (await reply).json()
    counted.push([href, count])
  }
  expect(counted).toEqual(numbers)
})
