import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decideAt, readStandingFacts, standingAt } from '@winnow/domain'
import { companyOf, type Scenario } from '@winnow/server/src/commands/seed/write-scenario.ts'
import { scheduleFactsOfView } from '@winnow/server/src/modules/access/index.ts'
import type { Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inTenant } from '@winnow/server/src/platform/db/transaction.ts'
import { sql, type RawBuilder } from 'kysely'
import { percentile } from '../samples.ts'
import { makeMails } from '../smtp/mails.ts'
import { startProductIntake } from '../smtp/product-intake.ts'
import { startSenders } from '../smtp/senders.ts'
import { printTable } from '../table.ts'

const CAMERAS = 2_000
const ROUNDS = 9
const SECONDS = 5

/** Mails a second that the intake takes at saturation, in microseconds for each. */
async function microsecondsOfMail(): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'winnow-bench-'))
  const mails = await makeMails()
  const senders = startSenders()
  const server = await startProductIntake(dir, { reads: false })
  try {
    const { port, addresses } = server
    const way = { senders: 8, keeps: true }
    await senders.send({ port, addresses, mails, way, seconds: 1 })
    const { perSecond } = await senders.send({ port, addresses, mails, way, seconds: SECONDS })
    return 1e6 / perSecond
  } finally {
    senders.close()
    await server.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** What schedules add to a mail: the facts that its statement reads and stores, and the decision by them. */
export async function printIntake({ runtime: db }: Database, scenario: Scenario): Promise<void> {
  const companyId = companyOf(scenario)
  const read = async (facts: RawBuilder<unknown>) => {
    const began = performance.now()
    // The facts are made for each camera, and counted, so that nothing but them is measured.
    await inTenant(db, companyId, (tx) =>
      sql`select count(jsonb_build_object('schedule', ${facts})) from view join site on site.id = view.site_id
        where view.id in (select id from view where company_id = ${companyId} limit ${CAMERAS})`.execute(tx),
    )
    return ((performance.now() - began) * 1_000) / CAMERAS
  }
  const differences: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    differences.push((await read(scheduleFactsOfView)) - (await read(sql`null`)))
  const { rows } = await inTenant(db, companyId, (tx) =>
    sql<{ facts: unknown }>`select jsonb_build_object('site', jsonb_build_object('active', site.active), 'view',
        jsonb_build_object('active', view.active, 'products', view.products), 'schedule', ${scheduleFactsOfView}) as facts
      from view join site on site.id = view.site_id where view.company_id = ${companyId} limit ${CAMERAS}`.execute(tx),
  )
  const before = process.threadCpuUsage()
  const now = Date.now()
  for (const [index, { facts }] of rows.entries()) {
    // As often as they are read for a mail that begins an alarm.
    const at = new Date(now + index * 60_000)
    standingAt(readStandingFacts(facts), at)
    decideAt(readStandingFacts(facts), at)
  }
  const used = process.threadCpuUsage()
  const decided = (used.user + used.system - before.user - before.system) / rows.length
  const stored = percentile(differences, 0.5)
  const mail = await microsecondsOfMail()
  console.log(
    `\nWhat schedules add to a mail, microseconds. A mail takes ${mail.toFixed(0)} at saturation, with 8 senders`,
  )
  printTable(
    ['what', 'microseconds', '% of a mail'],
    [
      ['facts read in the statement that accepts', stored, (stored / mail) * 100],
      ['facts parsed and decided, twice', decided, (decided / mail) * 100],
      ['both', stored + decided, ((stored + decided) / mail) * 100],
    ],
  )
}
