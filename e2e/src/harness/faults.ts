import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with a page as it stands, open dialogs included; one line for each rule. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('load')
  // What passed is not asked for: describing it takes as long as finding it.
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${page.url()} ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`).join(', ')}`,
  )
}
