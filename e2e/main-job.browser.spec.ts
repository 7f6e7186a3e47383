import { createReceiver, createView, getAlarm, updateView } from '@winnow/contract'
import { startStation } from '@winnow/delivery/testing'
import { createWebhookSink, renderScene, type WebhookSink } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { followLink } from './src/harness/follow-link.ts'
import { addReceiver, cardOf, pressTest } from './src/receivers/receiver-form.ts'
import { fetchAsStation, startStandIns, STATION_KEY } from './src/receivers/stand-ins.ts'

let demo: Demo
let sink: WebhookSink
let api: ApiClient
let secret: string
let viewId: string

beforeAll(async () => {
  demo = await startDemo({ WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8', WINNOW_DEADLINE_SECONDS: '120' })
  sink = await createWebhookSink()
  api = await logIn(demo.product.url, demo.account('admin'))
  const camera = await createJourneyCamera(api, 'Journey')
  viewId = camera.viewId
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  const created = await api.call(createReceiver, {
    params: { id: camera.siteId },
    body: { kind: 'webhook', name: 'Journey receiver', config: { url: `${sink.url}/alarms` } },
  })
  secret = created.secret ?? ''
})

afterAll(async () => {
  await demo?.close()
  await sink?.close()
})

const pictures = async (kind: 'person-walking' | 'empty') =>
  renderScene({ kind, seed: 5, camera: 21, frames: 3, intervalMs: 700, width: 960, height: 540 })

describe('the main job', () => {
  it('a person is passed on and an empty scene is filtered; both appear live and are labelled by keyboard; the person is delivered once, signed · HOTKEYS-001 HOTKEYS-002', async () => {
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, demo.account('operator'), `/cams/alarms?camera=${viewId}`)

    const walking = await pictures('person-walking')
    await mailPictures({ api, product: demo.product }, viewId, walking)
    const [passed] = await decidedAlarms(api, viewId, 1)
    expect(passed?.verdict).toBe('true')

    await mailPictures({ api, product: demo.product }, viewId, await pictures('empty'))
    const [filtered] = await decidedAlarms(api, viewId, 2)
    expect(filtered?.verdict).toBe('false')

    // The list was open all the time, so both alarms arrived by the live stream.
    const list = page.getByRole('listbox').first()
    await list.getByText('Journey camera').nth(1).waitFor()
    await page.goto(`/cams/alarms/${passed?.id}?camera=${viewId}`)
    await page.getByRole('heading', { name: 'Journey camera' }).waitFor()
    await label(page, 'KeyT', passed?.id ?? '', true)
    await page.keyboard.press('ArrowUp')
    await page.waitForURL(new RegExp(filtered?.id ?? 'none'))
    await label(page, 'KeyF', filtered?.id ?? '', false)

    const [request] = await sink.received(1, 30_000)
    const message = new Webhook(secret).verify(
      request?.body.toString() ?? '',
      request?.headers as Record<string, string>,
    ) as { data: { id: string; verdict: string; pictures: { url: string }[] } }
    const { data } = message
    expect(data).toMatchObject({ id: passed?.id, verdict: 'true' })
    const picture = await fetch(data.pictures[0]?.url ?? '')
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).equals(walking[0]?.jpeg ?? Buffer.alloc(0))).toBe(true)
    expect(sink.requests).toHaveLength(1)
    expect(problems).toEqual([])
    await close()
  })

  it('two tabs of a browser share one live stream and one websocket, and both show what arrives', async () => {
    const camera = await createJourneyCamera(api, 'Tabs')
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, demo.account('operator'))
    const other = await page.context().newPage()
    other.on('pageerror', (error) => problems.push(error.message))
    for (const tab of [page, other]) {
      await tab.goto(`/cams/alarms?camera=${camera.viewId}`)
      await tab.getByText('No alarms').first().waitFor()
    }
    // One stream and one websocket. Connections of closed browsers may still be counted for a moment. An additional connection of this
    // browser would stay.
    await untilStreams(2)

    await mailPictures({ api, product: demo.product }, camera.viewId, await pictures('empty'))
    for (const tab of [page, other])
      await tab.getByRole('option').getByText('Tabs camera').waitFor({ timeout: 120_000 })
    expect(await openStreams()).toBe(2)
    expect(problems).toEqual([])
    await close()
    await untilStreams(0)
  })

  it('has screens without accessibility faults', async () => {
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, demo.account('admin'))
    await page.getByRole('main').waitFor()
    for (const path of [
      '/cams/dashboard',
      '/cams/alarms',
      '/cams/clients',
      `/cams/clients/u?cam=${viewId}`,
      '/cams/settings/theme',
    ]) {
      await followLink(page, path)
      await page.getByRole('main').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
    expect(problems).toEqual([])
    await close()
  })
})

describe('receivers', () => {
  it('of each kind are set up by their form, and the test button says that the other side has the test · INTEGRATIONS-004 WEBHOOKS-001', async () => {
    const standIns = await startStandIns()
    const { siteId } = await createJourneyCamera(api, 'Kinds')
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    try {
      await enterAs(page, demo.account('admin'), `/cams/clients/u?site=${siteId}&tab=receivers`)
      for (const [index, kind] of standIns.kinds.entries()) {
        const name = `Receiver ${index}`
        await addReceiver(page, name, kind)
        expect([kind.kind, await pressTest(page, name)]).toEqual([kind.kind, expect.stringContaining('arrived')])
        if (kind.arrived) expect([kind.kind, kind.arrived()]).toEqual([kind.kind, 1])
      }
      await addReceiver(page, 'Fetched', { kind: 'Fetched by the station (API)', texts: {} })
      const fetched = fetchAsStation(api, siteId)
      expect(await pressTest(page, 'Fetched')).toContain('arrived')
      expect(await fetched).toEqual(['test'])
      expect(problems).toEqual([])
    } finally {
      await close()
      await standIns.close()
    }
  })

  it('a person in the picture reaches a DC-09 station as BV with a link that opens, after a correction too; while the station is out its back-up gets the alarm, and both have it after the return', async () => {
    let isOut = false
    /** What the station acknowledged, without its account. */
    const told: string[] = []
    const station = await startStation({
      key: STATION_KEY,
      answer: (_index, { id, data }) => {
        if (isOut) return { hangUp: true }
        if (id !== 'NULL') told.push(data.slice('#1234|Nri1'.length))
        return 'ack'
      },
    })
    const room = await createWebhookSink()
    const { siteId, viewId: gate } = await createJourneyCamera(api, 'Station')
    const yard = (await api.call(createView, { params: { id: siteId }, body: { name: 'Station yard' } })).id
    await api.call(updateView, { params: { id: gate }, body: { mergeWindowSeconds: 300 } })
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    try {
      await enterAs(page, demo.account('admin'), `/cams/clients/u?site=${siteId}&tab=receivers`)
      const texts = {
        'Receiver: host name or address': '127.0.0.1',
        Port: String(station.port),
        Key: STATION_KEY.toString('hex'),
        Account: '1234',
      }
      const dc09 = { kind: 'Monitoring station (SIA DC-09)', texts }
      await addReceiver(page, 'Station', dc09, ['Send filtered alarms too'])
      await addReceiver(page, 'Room', { kind: 'Webhook', texts: { URL: `${room.url}/room` } })

      // Filtered, and corrected by further pictures of the same event.
      await mailPictures({ api, product: demo.product }, gate, await pictures('empty'))
      await decidedAlarms(api, gate, 1)
      await settled('the filtered alarm', () => told.length === 1)
      await mailPictures({ api, product: demo.product }, gate, await pictures('person-walking'))
      await settled('the correction', () => told.length === 2)
      expect(told).toEqual(['/BC001^Station camera^', '/BV001^Station camera^'])
      const link =
        station.messages
          .at(-1)
          ?.extended.find((field) => field.startsWith('V'))
          ?.slice(1) ?? ''
      const opened = await fetch(link)
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

      await cardOf(page, 'Station').getByRole('button', { name: 'When it does not work…' }).click()
      const dialog = page.getByRole('dialog', { name: 'When Station does not work' })
      await dialog.getByLabel('Back-up receiver').selectOption({ label: 'Room' })
      await dialog.getByLabel('After failures in a row').fill('1')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await cardOf(page, 'Room').getByText('Back-up of Station').waitFor()
      const before = room.requests.length
      isOut = true
      await mailPictures({ api, product: demo.product }, yard, await pictures('person-walking'))
      await cardOf(page, 'Station').getByText('Its back-up Room gets the alarms.').waitFor({ timeout: 60_000 })
      await room.received(before + 1, 30_000)
      const [alarm] = await decidedAlarms(api, yard, 1)
      const backUp = JSON.parse(room.requests.at(-1)?.body.toString() ?? '{}')
      expect(backUp).toMatchObject({ type: 'alarm.created', data: { id: alarm?.id, verdict: 'true' } })

      isOut = false
      await settled('the return', () => told.at(-1) === '/BV001^Station yard^')
      await cardOf(page, 'Station').getByText('Its back-up Room gets the alarms.').waitFor({ state: 'hidden' })
      expect(problems).toEqual([])
    } finally {
      await close()
      await station.close()
      await room.close()
    }
  })
})

async function settled(what: string, is: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !is();) {
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The number of open live streams, from the server's metrics. */
async function openStreams(): Promise<number> {
  const figures = await (await fetch(`${demo.product.url}/metrics`)).text()
  return Number(/^winnow_live_streams\{process="main"\} (\d+)$/m.exec(figures)?.[1])
}

async function untilStreams(count: number): Promise<void> {
  for (const end = Date.now() + 15_000; ;) {
    const open = await openStreams()
    if (open === count) return
    if (Date.now() > end) throw new Error(`${open} live streams are open, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Presses the key and waits until the server has stored the label. */
async function label(page: Page, key: string, id: string, expected: boolean): Promise<void> {
  await page.keyboard.press(key)
  for (const end = Date.now() + 15_000; ;) {
    const { groundTruth } = await api.call(getAlarm, { params: { id } })
    if (groundTruth === expected) return
    if (Date.now() > end) throw new Error(`the label did not arrive: ${groundTruth}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
