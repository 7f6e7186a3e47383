import type { Page } from 'playwright-core'
import { summarise, type Samples } from '../../samples.ts'
import { settle } from './settle.ts'
import { ROWS_SHOWN, timeAddress, timeKey } from './stopwatch.ts'
import { openTree, type RunningTree } from './with-tree.ts'

const OPENED = 30
const REPEATS = 10
const LARGEST_REPEATS = 8
/** Longer than the pause in typing after which the console searches. */
const TYPED_MS = 150

export interface Measured {
  name: string
  /** The largest time at the 95th percentile that is still good, in milliseconds. */
  aim: number
  samples: Samples
}

/** The condition that the row below the active one is a child of it. */
const CHILD_SHOWN = `(() => {
  const id = document.querySelector('[role=tree]').getAttribute('aria-activedescendant')
  const own = id && document.getElementById(id)
  if (!own) return false
  const next = own.parentElement.nextElementSibling
  const below = next?.querySelector('[role=treeitem], [data-kind=empty]')
  return below != null && (below.dataset.kind === 'empty' || Number(below.ariaLevel) > Number(own.ariaLevel))
})()`
const level = (wanted: number) => `(() => {
  const id = document.querySelector('[role=tree]').getAttribute('aria-activedescendant')
  return id !== null && document.getElementById(id)?.ariaLevel === '${wanted}'
})()`
const CLOSED = `(() => {
  const id = document.querySelector('[role=tree]').getAttribute('aria-activedescendant')
  return id !== null && document.getElementById(id)?.ariaExpanded === 'false'
})()`
const ACTIVE_NAME = `(() => {
  const id = document.querySelector('[role=tree]').getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.querySelector('[class*=name]')?.textContent
})()`

/** Opens clients one after the other, and the first site of each. None of them has been opened before. */
async function openNodes(page: Page): Promise<{ clients: number[]; sites: number[] }> {
  const [clients, sites]: [number[], number[]] = [[], []]
  await page.locator('[role=tree]').focus()
  await page.keyboard.press('Home')
  while (clients.length < OPENED) {
    clients.push(await timeKey(page, 'ArrowRight', CHILD_SHOWN))
    await page.keyboard.press('ArrowRight')
    if (await page.evaluate<boolean>(level(2))) {
      sites.push(await timeKey(page, 'ArrowRight', CHILD_SHOWN))
      await timeKey(page, 'ArrowLeft', CLOSED)
      await timeKey(page, 'ArrowLeft', level(1))
    }
    await timeKey(page, 'ArrowLeft', CLOSED)
    const before = JSON.stringify(await page.evaluate(ACTIVE_NAME))
    await timeKey(page, 'ArrowDown', `${ACTIVE_NAME} !== ${before}`)
  }
  return { clients, sites }
}

/** Opens the node that its address names, in a newly loaded page. */
async function openLargest(tree: RunningTree, search: string): Promise<Samples> {
  const times: number[] = []
  for (let index = 0; index < LARGEST_REPEATS; index++) {
    await openTree(tree, search)
    await tree.page.locator('[role=tree]').focus()
    await tree.page.waitForFunction(CLOSED)
    times.push(await timeKey(tree.page, 'ArrowRight', CHILD_SHOWN))
  }
  return summarise(times)
}

/** Types the last letter of a search, from the letter to the rows of the search. */
async function searchFor(page: Page, text: string, shown: string): Promise<Samples> {
  const field = page.locator('nav input').first()
  const times: number[] = []
  for (let index = 0; index < REPEATS; index++) {
    await field.fill(text.slice(0, -1))
    await page.waitForTimeout(TYPED_MS)
    await settle(page)
    await field.focus()
    await page.keyboard.press('End')
    times.push(await timeKey(page, text.at(-1) ?? '', shown))
  }
  return summarise(times)
}

const marked = (text: string) =>
  `[...document.querySelectorAll('nav mark')].some((mark) => mark.textContent.toLowerCase() === ${JSON.stringify(text)})`

/** Changes the filter in the address, as a chip does, from all nodes to those that match. */
async function filterBy(page: Page, search: string): Promise<Samples> {
  const times: number[] = []
  for (let index = 0; index < REPEATS; index++) {
    times.push(await timeAddress(page, `/cams/clients?${search}`, ROWS_SHOWN))
    await timeAddress(page, '/cams/clients', ROWS_SHOWN)
  }
  return summarise(times)
}

const FLAGS = ['activeOn', 'activeOff', 'masked', 'unmasked', 'thermal', 'nonthermal', 'isCheckSiteRuleViewAlarm']
/** Filters that few cameras match, or none. */
const RARE = ['masked&thermal&integrations=rtsp', 'masked&thermal&activeOff&integrations=exacq', 'integrations=pelco']

const OPEN_AIM = 100
const SEARCH_AIM = 150

export async function measureTree(
  tree: RunningTree,
  largest: { project: string; site: string; siteName: string; group: string },
): Promise<Measured[]> {
  const { page } = tree
  await openTree(tree)
  const opened = await openNodes(page)
  const rows: Measured[] = [
    { name: 'open a client', aim: OPEN_AIM, samples: summarise(opened.clients) },
    { name: 'open a site', aim: OPEN_AIM, samples: summarise(opened.sites) },
    {
      name: 'open the client with the most sites',
      aim: OPEN_AIM,
      samples: await openLargest(tree, `?project=${largest.project}`),
    },
    {
      name: 'open the site with the most cameras',
      aim: OPEN_AIM,
      samples: await openLargest(tree, `/u?site=${largest.site}`),
    },
  ]
  await openTree(tree)
  for (const [name, text] of [
    ['a word of many cameras', 'gate'],
    ['the name of a site', largest.siteName.toLowerCase()],
    ['one letter', 'z'],
  ] as const) {
    rows.push({
      name: `search: ${name}, rows`,
      aim: SEARCH_AIM,
      samples: await searchFor(page, text, ROWS_SHOWN),
    })
    rows.push({
      name: `search: ${name}, first match in sight`,
      aim: SEARCH_AIM,
      samples: await searchFor(page, text, marked(text)),
    })
  }
  rows.push({
    name: 'search: nothing, said so',
    aim: SEARCH_AIM,
    samples: await searchFor(
      page,
      'no such name',
      `document.querySelector('nav [role=treeitem]') === null && document.body.textContent.includes('no such name”')`,
    ),
  })
  await openTree(tree)
  for (const filter of [...FLAGS, ...RARE, `group=${largest.group}`])
    rows.push({
      name: `filter: ${filter.startsWith('group') ? 'a group' : filter}`,
      aim: SEARCH_AIM,
      samples: await filterBy(page, filter),
    })
  return rows
}
