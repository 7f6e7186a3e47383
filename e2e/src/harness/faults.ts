import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { evaluateWithin } from './evaluate-within.ts'
import { inEachLook } from './looks.ts'

// `resultTypes`: passed checks are not requested, because describing them takes as long as running them.
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' (' + failureSummary + ')').join(', ')))`

/** Finds overlapping labels of charts, and tables that are partly out of view. */
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
 * The violations that axe finds on the current page, and what does not fit, including open dialogs. Checks dark and wide, and light and
 * narrow. Each fault is one line.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('load')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults: string[] = []
  await inEachLook(page, async (look) => {
    for (const [purpose, check] of [
      ['accessibility faults', RUN],
      ['misfits', MISFITS],
    ] as const) {
      const found = await evaluateWithin<string[]>(page, check, purpose)
      faults.push(...found.map((fault) => `${page.url()} (${look}) ${fault}`))
    }
  })
  return faults
}
