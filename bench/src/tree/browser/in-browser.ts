import { listGroups } from '@winnow/contract'
import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { inTenant } from '@winnow/server/src/platform/db/transaction.ts'
import { openBenchDatabase } from '../../seed/bench-database.ts'
import { treeSeed } from '../../seed/tree-seed.ts'
import { printTable } from '../../table.ts'
import { findNodes } from '../nodes.ts'
import { measureStreams, measureTab } from './memory.ts'
import { measureTree } from './measure-tree.ts'
import { measureScrolling } from './scrolling.ts'
import { withTree } from './with-tree.ts'

/** The ids of the largest client and the largest site, and the name of the site. */
async function findLargest(scenario: Scenario): Promise<{ project: string; site: string; siteName: string }> {
  const database = await openBenchDatabase(treeSeed(scenario))
  try {
    const [project] = await findNodes(database.runtime, companyOf(scenario), 'project')
    const [site] = await findNodes(database.runtime, companyOf(scenario), 'site')
    const { name } = await inTenant(database.runtime, companyOf(scenario), (tx) =>
      tx.selectFrom('site').select('name').where('id', '=', site.id).executeTakeFirstOrThrow(),
    )
    return { project: project.id, site: site.id, siteName: name }
  } finally {
    await database.close()
  }
}

/** Measures and prints what an operator waits for in the tree, how evenly it scrolls, and the memory of tab and server. */
export async function printInBrowser(scenario: Scenario): Promise<void> {
  const largest = await findLargest(scenario)
  await withTree(scenario, async (running) => {
    const { rows } = await running.api.call(listGroups)
    const [group] = rows
    const measured = await measureTree(running, { ...largest, group: group?.id ?? '' })
    console.log('\nMilliseconds in the browser, from a key or a change of the filter to the painted rows')
    printTable(
      ['what', 'p50', 'p95', 'worst', 'aim for p95', 'n'],
      measured.map(({ name, aim, samples: { p50, p95, max, n } }) => [name, p50, p95, max, `${aim}`, `${n}`]),
    )
    const { bare, tree } = await measureScrolling(running)
    printTable(
      ['gap between frames while scrolling, ms', 'p50', 'p95', 'worst', 'frames'],
      [
        ['a bare list (baseline)', bare.p50, bare.p95, bare.max, `${bare.n}`],
        ['the tree', tree.p50, tree.p95, tree.max, `${tree.n}`],
      ],
    )
    const tab = await measureTab(running)
    printTable(
      ['memory of the tab', 'JavaScript MB', 'DOM nodes'],
      tab.map(({ name, heap, nodes }) => [name, heap, `${nodes}`]),
    )
    const streams = await measureStreams(running, companyOf(scenario))
    printTable(
      ['a list of everything', 's', 'MB sent', 'server before, MB', 'server at most, MB'],
      streams.map(({ path, seconds, megabytes, before, most }) => [
        path.replace(companyOf(scenario), '…'),
        seconds,
        megabytes,
        before,
        most,
      ]),
    )
  })
}
