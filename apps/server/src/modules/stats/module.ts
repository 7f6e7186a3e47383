import {
  getAlarmStats,
  getLastAlarmClients,
  getLastAlarmStats,
  getSiteStats,
  getStatsOfSite,
  getViewStats,
} from '@winnow/contract'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import type { Module } from '../../platform/modules/module.ts'
import {
  askedWindow,
  askedZone,
  countGranted,
  presentSeries,
  presentTotals,
  sumOf,
  usualStep,
  writtenWindow,
  type ScopeSums,
} from '../home/index.ts'
import { readLastAlarms, readLastOfClients } from './last-alarms.ts'
import { readStats } from './node-stats.ts'
import { readSite } from './site-stats.ts'

export interface StatsDeps {
  db: Db
  scopeSums: ScopeSums
}

export const statsModule: Module<StatsDeps> = { name: 'stats', routes: registerStats }

/** The statistics of a company for its own programs. They read the sums by quarter hour, never the alarms one by one. */
function registerStats(register: Register, { db, scopeSums }: StatsDeps): void {
  register.read(getSiteStats, async ({ tx, actor, companyId, query, now }) => {
    const [window, timezone] = [askedWindow(query, now), await askedZone(tx, companyId, query)]
    const page = await readStats(tx, { companyId, grants: actor.grants }, { kind: 'site', window, query })
    return { ...page, ...writtenWindow(window), timezone }
  })
  register.read(getViewStats, async ({ tx, actor, companyId, query, now }) => {
    const [window, timezone] = [askedWindow(query, now), await askedZone(tx, companyId, query)]
    const page = await readStats(tx, { companyId, grants: actor.grants }, { kind: 'view', window, query })
    return { ...page, ...writtenWindow(window), timezone }
  })
  // The transaction may write, since sums of many sites are stored when they are first made.
  register.read(getAlarmStats, {
    reply: ({ actor, companyId, query, now }) =>
      inTenant(db, companyId, async (tx) => {
        const window = askedWindow(query, now)
        const timezone = await askedZone(tx, companyId, query)
        const found = await countGranted(tx, companyId, actor.grants, { window, sums: scopeSums })
        const step = query.step ?? usualStep(window)
        return {
          ...writtenWindow(window),
          timezone,
          step,
          total: presentTotals(sumOf(found, window)),
          series: presentSeries(found, window, timezone, step),
        }
      }),
  })
  register.read(getLastAlarmStats, ({ tx, actor, companyId, query, now }) =>
    readLastAlarms(tx, { companyId, grants: actor.grants }, { query, now }),
  )
  register.read(getLastAlarmClients, ({ tx, actor, companyId, query, now }) =>
    readLastOfClients(tx, { companyId, grants: actor.grants }, { query, now }),
  )
  register.read(getStatsOfSite, ({ tx, actor, companyId, params, query, now }) =>
    readSite(tx, { companyId, grants: actor.grants }, { id: params.id, query, now }),
  )
}
