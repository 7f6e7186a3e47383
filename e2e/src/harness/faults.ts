import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { inEachLook } from './looks.ts'

// `resultTypes`: what passed is not asked for, since describing it takes as long as finding it.
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' (' + failureSummary + ')').join(', ')))`

/** Labels of charts that lie over each other, and tables of which a part is out of sight. */
const MISFITS = `(() => {
  const labels = [...document.querySelectorAll('.recharts-xAxis text')]
  const ends = labels.map((label) => label.getBoundingClientRect())
  const overlaps = labels.flatMap(({ textContent }, at) =>
    ends[at + 1]?.left < ends[at].right ? ['labels overlap: ' + textContent + ' ' + labels[at + 1].textContent] : [])
  const tables = [...document.querySelectorAll('table')].flatMap(({ parentElement: { ariaLabel, scrollWidth, clientWidth } }) =>
    scrollWidth > clientWidth ? ['table cut off: ' + ariaLabel + ', ' + scrollWidth + ' > ' + clientWidth] : [])
  return [...overlaps, ...tables]
})()`

/**
 * What axe finds wrong with a page as it stands, and what does not fit, open dialogs included, dark and wide, light and narrow; one
 * line for each.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('load')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults: string[] = []
  await inEachLook(page, async (look) => {
    for (const check of [RUN, MISFITS]) {
      const found: string[] = await page.evaluate(check)
      faults.push(...found.map((fault) => `${page.url()} (${look}) ${fault}`))
    }
  })
  return faults
}
