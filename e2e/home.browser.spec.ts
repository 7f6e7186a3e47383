// Every number of Home leads to exactly the alarms that it counts, and its guide plays under the policy of the page.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelAlarms, updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { runCommand } from './src/harness/product.ts'

const SETTINGS = { WINNOW_GUIDE_HOSTS: 'player.example' }

let demo: Demo
let api: ApiClient

beforeAll(async () => {
  demo = await startDemo(SETTINGS)
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
  // Rankings may follow later, since the counts behind them are read in the background.
  await page.getByRole('main').locator('section ol a[href*="since"]').first().waitFor()
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

/** Records half a second of a moving picture, as a WebM file in base64. */
const RECORD = `new Promise((resolve) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
  const paint = canvas.getContext('2d')
  const chunks = []
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
  const timer = setInterval(() => { paint.fillStyle = '#' + Math.random().toString(16).slice(2, 8); paint.fillRect(0, 0, 320, 180) }, 40)
  recorder.ondataavailable = ({ data }) => chunks.push(data)
  recorder.onstop = async () => {
    clearInterval(timer)
    resolve((await new Blob(chunks).bytes()).toBase64())
  }
  recorder.start()
  setTimeout(() => recorder.stop(), 500)
})`

const PLAY = `(async () => {
  const video = document.querySelector('video')
  await video.play()
  return [video.videoWidth, video.error]
})()`

it('plays the guides that the operator gives, and asks no other server before one is opened · HELP-002 HELP-004', async () => {
  const { product } = demo
  const { page, problems } = await openPage(demo.browser, product)
  await enterAs(page, demo.account('admin'), '/cams/dashboard')
  const file = join(product.dataDir, 'guide.webm')
  await writeFile(file, Buffer.from(await page.evaluate<string>(RECORD), 'base64'))
  const guides = (...args: string[]) => runCommand('guides', args, product.dataDir, SETTINGS)
  await guides('set', 'dashboard', file)
  await guides('set', 'account', 'https://player.example/embed/1')

  await page.reload()
  const button = page.getByRole('button', { name: 'Guide to this page' })
  await button.click()
  await page.getByLabel('Video guide').waitFor()
  expect(await page.evaluate(PLAY)).toEqual([320, null])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  const asked: string[] = []
  await page.context().route('https://player.example/**', (route) => {
    asked.push(route.request().headers()['referer'] ?? '')
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title><h1>Player</h1>' })
  })
  await page.goto(new URL('/cams/account', product.url).href)
  await button.waitFor()
  expect([asked, problems]).toEqual([[], []])
  await button.click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Player' }).waitFor()
  expect(asked).toEqual([`${new URL(product.url).origin}/`])
})
