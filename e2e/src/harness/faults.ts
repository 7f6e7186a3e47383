import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { inEachLook } from './looks.ts'

// `resultTypes`: what passed is not asked for, since describing it takes as long as finding it.
const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' (' + failureSummary + ')').join(', ')))`

/** What axe finds wrong with a page as it stands, open dialogs included, dark and wide, light and narrow; one line for each rule. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('load')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults: string[] = []
  await inEachLook(page, async (look) => {
    const found: string[] = await page.evaluate(RUN)
    faults.push(...found.map((fault) => `${page.url()} (${look}) ${fault}`))
  })
  return faults
}
