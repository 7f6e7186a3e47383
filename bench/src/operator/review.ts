import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE, labelAlarm, labelAlarms, listAlarms } from '@winnow/contract'
import type { Page, Response } from 'playwright-core'
import { IDLE_KEY, KEY_TO_PAINT, KEY_TO_PICTURE, MEASURE_IDLE_KEY } from '../console/next-picture.ts'
import { summarise, type Samples } from '../samples.ts'
import { BARE_LIST, SCROLL } from '../tree/browser/scrolling.ts'
import { LIST, type RunningAlarms } from './with-alarms.ts'

/** How long the operator waits for a picture or a label before the bench gives up. */
const LIMIT_MS = 30_000
/** How long a closed card may take to show that its alarms are selected. */
const SELECT_MS = 2_000
const IDLE_KEYS = 20
const PLAIN_LABELS = 20
const SCROLLS = 3
/** What the list shows only while alarms are selected. */
const SELECTED = '[role=listbox] [data-picked=true]'

/** Runs in the page. Collects all measures, since the console keeps the last 500 only, and resolves those who wait for one. */
const COLLECT_MEASURES = `globalThis.measured = {}
globalThis.waiting = []
globalThis.nextMeasure = (name) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('no ' + name + ' within ${LIMIT_MS} ms')), ${LIMIT_MS})
  globalThis.waiting.push({ name, resolve })
})
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) {
    (globalThis.measured[name] ??= []).push(duration)
    for (const { resolve } of globalThis.waiting.filter((each) => each.name === name)) resolve()
    globalThis.waiting = globalThis.waiting.filter((each) => each.name !== name)
  }
}).observe({ entryTypes: ['measure'] })`

/** What an operator waited for, in milliseconds, and how many alarms were labelled. */
export interface Reviewed {
  labelled: number
  minutes: number
  /** Between two accepted labels. */
  pauses: Samples
  picture: Samples
  label: Samples
  idleKey: Samples
  plainLabel: Samples
  scroll: Samples
  bareScroll: Samples
}

const measuresOf = (page: Page, name: string): Promise<number[]> =>
  page.evaluate<number[]>(`globalThis.measured[${JSON.stringify(name)}] ?? []`)

/** Presses a key, and waits for the measure that it leads to. */
async function pressAndWait(page: Page, key: string, name: string): Promise<void> {
  await page.evaluate(`void (globalThis.awaited = nextMeasure(${JSON.stringify(name)}))`)
  await page.keyboard.press(key)
  await page.evaluate('globalThis.awaited')
}

const isLabel = (reply: Response): boolean => {
  const { pathname } = new URL(reply.url())
  const method = reply.request().method()
  const ofOne = method === labelAlarm.method && pathname.startsWith(`${API_BASE}${labelAlarm.path.replace(':id', '')}`)
  return ofOne || (method === labelAlarms.method && pathname === `${API_BASE}${labelAlarms.path}`)
}

/**
 * Presses the key of a label. Resolves to the time until the server had accepted it, as the browser sees it. The first press on a closed
 * card selects its alarms, the second one labels them all.
 */
async function labelAndWait(page: Page, key: string): Promise<number> {
  const accepted = page.waitForResponse(isLabel, { timeout: LIMIT_MS })
  const began = performance.now()
  await page.keyboard.press(key)
  const selected = page
    .locator(SELECTED)
    .first()
    .waitFor({ timeout: SELECT_MS })
    .then(
      () => 'selected',
      () => 'not selected',
    )
  if ((await Promise.race([accepted, selected])) === 'selected') await page.keyboard.press(key)
  const reply = await accepted
  if (!reply.ok()) throw new Error(`the label was answered by ${reply.status()}`)
  return performance.now() - began
}

/**
 * The key of a label that the open alarm does not have: a label that is there already is not sent again. Some are from the seed or from
 * earlier runs. Its row tells, since the facts beside the picture may be drawn later.
 */
const otherLabel = async (page: Page): Promise<string> =>
  (await page.locator('[role=listbox] [data-open=true] [data-label=false]').count()) > 0 ? 't' : 'f'

async function openList({ context, product }: RunningAlarms): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(COLLECT_MEASURES)
  await page.goto(`${product.url}/cams/alarms`)
  await page.getByRole('listbox', LIST).getByRole('option').first().waitFor()
  return page
}

/**
 * Works through the list by keyboard for a while: steps to the next alarm, waits until its picture is painted, labels it, and waits until the
 * label is accepted. The operator does not think, so the number of alarms a minute is the most that the screen permits.
 */
async function work(page: Page, seconds: number): Promise<{ pauses: number[]; labels: number[]; ms: number }> {
  const [pauses, labels]: [number[], number[]] = [[], []]
  const began = performance.now()
  for (let last = began; performance.now() - began < seconds * 1_000;) {
    await pressAndWait(page, 'ArrowDown', KEY_TO_PICTURE)
    labels.push(await labelAndWait(page, await otherLabel(page)))
    pauses.push(performance.now() - last)
    last = performance.now()
  }
  return { pauses, labels, ms: performance.now() - began }
}

/** The baseline of labels: the same operation without a browser, on alarms that the operator does not reach. */
async function labelPlainly({ api }: RunningAlarms): Promise<Samples> {
  const { rows } = await api.call(listAlarms, {
    query: { till: new Date(Date.now() - 86_400_000).toISOString(), limit: PLAIN_LABELS },
    body: {},
  })
  const took: number[] = []
  for (const { id, groundTruth } of rows) {
    const began = performance.now()
    await api.call(labelAlarm, { params: { id }, body: { groundTruth: groundTruth !== true, expected: groundTruth } })
    took.push(performance.now() - began)
  }
  return summarise(took)
}

/** Frame gaps while the list scrolls through alarms that are not loaded yet, and those of a bare list. */
async function scroll(running: RunningAlarms): Promise<{ list: Samples; bare: Samples }> {
  const page = await running.context.newPage()
  const [list, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < SCROLLS; round++) {
    await page.goto('about:blank')
    await page.setContent(BARE_LIST)
    bare.push(...(await page.evaluate<number[]>(`(${SCROLL})(document.getElementById('list'))`)))
    await page.goto(`${running.product.url}/cams/alarms`)
    await page.getByRole('listbox', LIST).getByRole('option').first().waitFor()
    list.push(...(await page.evaluate<number[]>(`(${SCROLL})(document.querySelector('[role=listbox]'))`)))
  }
  await page.close()
  return { list: summarise(list), bare: summarise(bare) }
}

/** Lets an operator review alarms, and measures what they wait for. */
export async function review(running: RunningAlarms, seconds: number): Promise<Reviewed> {
  const plainLabel = await labelPlainly(running)
  const page = await openList(running)
  await page.evaluate(MEASURE_IDLE_KEY)
  await wait(1_000)
  for (let press = 0; press < IDLE_KEYS; press++) await pressAndWait(page, IDLE_KEY, KEY_TO_PAINT)
  const { pauses, labels, ms } = await work(page, seconds)
  const [pictures, idle] = [await measuresOf(page, KEY_TO_PICTURE), await measuresOf(page, KEY_TO_PAINT)]
  await page.close()
  const scrolled = await scroll(running)
  return {
    labelled: labels.length,
    minutes: ms / 60_000,
    pauses: summarise(pauses),
    picture: summarise(pictures),
    label: summarise(labels),
    idleKey: summarise(idle),
    plainLabel,
    scroll: scrolled.list,
    bareScroll: scrolled.bare,
  }
}
