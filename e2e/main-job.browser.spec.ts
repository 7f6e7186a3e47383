import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import {
  createProject,
  createReceiver,
  createSite,
  createView,
  getAlarm,
  getCurrentUser,
  getViewIntake,
  listAlarms,
  updateView,
} from '@winnow/contract'
import { createWebhookSink, renderScene, type WebhookSink } from '@winnow/testkit'
import { createTransport } from 'nodemailer'
import type { Browser, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { logInAs, openBrowser, openPage } from './src/harness/browser.ts'
import { removeDataDir, startProduct, type Product } from './src/harness/product.ts'

const SWAKS = '/usr/bin/swaks'

let product: Product
let browser: Browser
let sink: WebhookSink
let api: ApiClient
let secret: string
let address: string
let viewId: string

beforeAll(async () => {
  // The demo's accounts are what a newcomer has; its cameras are stopped from sending by a rate of their own: none of them is ours.
  product = await startProduct({
    settings: { WINNOW_DEMO: 'on', WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8', WINNOW_DEADLINE_SECONDS: '120' },
  })
  browser = await openBrowser()
  sink = await createWebhookSink()
  const admin = product.accounts['admin']
  if (!admin) throw new Error('no administrator was printed')
  api = await logIn(product.url, admin)
  const { companyId } = await api.call(getCurrentUser)
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Journey client' } })
  const site = await api.call(createSite, {
    params: { id: project.id },
    body: { name: 'Journey site', timezone: 'Europe/Madrid' },
  })
  const view = await api.call(createView, { params: { id: site.id }, body: { name: 'Journey camera' } })
  viewId = view.id
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  address = (await api.call(getViewIntake, { params: { id: viewId } })).address
  const created = await api.call(createReceiver, {
    params: { id: site.id },
    body: { kind: 'webhook', name: 'Journey receiver', config: { url: `${sink.url}/alarms` } },
  })
  secret = created.secret ?? ''
})

afterAll(async () => {
  await browser?.close()
  await sink?.close()
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
})

const pictures = async (kind: 'person-walking' | 'empty') =>
  renderScene({ kind, seed: 5, camera: 21, frames: 3, intervalMs: 700, width: 960, height: 540 })

/** The journey camera's alarms, newest first. */
const alarms = async () => (await api.call(listAlarms, { body: { cameras: [viewId] } })).rows

async function verdicts(count: number): Promise<Awaited<ReturnType<typeof alarms>>> {
  for (const end = Date.now() + 120_000; ;) {
    const rows = await alarms()
    if (rows.length === count && rows.every(({ verdict }) => verdict !== null)) return rows
    if (Date.now() > end) throw new Error(`no ${count} verdicts: ${JSON.stringify(rows.map(({ verdict }) => verdict))}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

describe('the main job', () => {
  it('a person is passed and an empty scene filtered, live, labelled by keyboard, and delivered once, signed · HOTKEYS-001 HOTKEYS-002', async () => {
    const operator = product.accounts['operator']
    if (!operator) throw new Error('no operator was printed')
    const { page, problems, close } = await openPage(browser, product)
    await logInAs(page, operator)
    await page.goto(`/cams/alarms?camera=${viewId}`)

    const transport = createTransport({ ...product.smtp, ignoreTLS: true })
    const walking = await pictures('person-walking')
    await transport.sendMail({
      from: 'camera@site.example',
      to: address,
      subject: 'Motion',
      text: 'EVENT TYPE: Motion Detected',
      attachments: walking.map(({ jpeg }, index) => ({ filename: `${index}.jpg`, content: jpeg })),
    })
    transport.close()
    const [passed] = await verdicts(1)
    expect(passed?.verdict).toBe('true')

    await sendEmpty()
    const [filtered] = await verdicts(2)
    expect(filtered?.verdict).toBe('false')

    // The list was open all the time: both arrived by the live stream.
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

  it.each([
    ['dark', 1440],
    ['light', 390],
  ] as const)('its screens have no accessibility faults (%s, %i wide)', async (mode, width) => {
    const admin = product.accounts['admin']
    if (!admin) throw new Error('no administrator was printed')
    const { page, problems, close } = await openPage(browser, product, { dark: mode === 'dark', width })
    await logInAs(page, admin)
    for (const path of [
      '/cams/dashboard',
      '/cams/alarms',
      '/cams/clients',
      `/cams/clients/u?cam=${viewId}`,
      '/cams/settings/theme',
    ]) {
      await page.goto(path)
      await page.getByRole('main').waitFor()
      await page.waitForLoadState('load')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${path} ${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join(', ')}`,
        ),
      ).toEqual([])
    }
    expect(problems).toEqual([])
    await close()
  })
})

/** By swaks, as people test mail, where Debian's is at hand; otherwise by the same library as before. */
async function sendEmpty(): Promise<void> {
  const empty = await pictures('empty')
  if (existsSync(SWAKS)) {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-swaks-'))
    const files = await Promise.all(
      empty.map(async ({ jpeg }, index) => {
        const file = join(folder, `${index}.jpg`)
        await writeFile(file, jpeg)
        return file
      }),
    )
    // Its own default texts say 'test', and test messages open no alarm.
    const texts = ['--header', 'Subject: Motion', '--body', 'EVENT TYPE: Motion Detected']
    const attach = files.flatMap((file) => ['--attach-type', 'image/jpeg', '--attach', `@${file}`])
    const server = `${product.smtp.host}:${product.smtp.port}`
    await promisify(execFile)(SWAKS, [
      '--to',
      address,
      '--from',
      'camera@site.example',
      '--server',
      server,
      ...texts,
      ...attach,
    ])
    await rm(folder, { recursive: true })
    return
  }
  const transport = createTransport({ ...product.smtp, ignoreTLS: true })
  await transport.sendMail({
    from: 'camera@site.example',
    to: address,
    subject: 'Motion',
    attachments: empty.map(({ jpeg }, index) => ({ filename: `${index}.jpg`, content: jpeg })),
  })
  transport.close()
}

/** Presses the key and waits until the server knows the label. */
async function label(page: Page, key: string, id: string, expected: boolean): Promise<void> {
  await page.keyboard.press(key)
  for (const end = Date.now() + 15_000; ;) {
    const { groundTruth } = await api.call(getAlarm, { params: { id } })
    if (groundTruth === expected) return
    if (Date.now() > end) throw new Error(`the label did not arrive: ${groundTruth}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
