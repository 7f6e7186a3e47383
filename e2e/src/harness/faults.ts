import axe from 'axe-core'
import type { Page } from 'playwright-core'

// `resultTypes`: what passed is not asked for, since describing it takes as long as finding it.
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' (' + failureSummary + ')').join(', ')))`

/** What axe finds wrong with a page as it stands, open dialogs included; one line for each rule. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('load')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults: string[] = await page.evaluate(RUN)
  return faults.map((fault) => `${page.url()} ${fault}`)
}
