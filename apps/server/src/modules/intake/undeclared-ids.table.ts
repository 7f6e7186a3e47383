import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { Tenant } from '../../../test/factories.ts'
import type { Undeclared, UndeclaredIds } from '../../../test/undeclared-lab.ts'
import { inSystem } from '../../platform/db/transaction.ts'

/** The other tenant's signal is newer than ours. A page that starts at its id shows our signal, and nothing of the other tenant. */
const pageOf = (url: (tenant: Tenant) => string): Undeclared => ({
  why: 'where a page begins: no thing, a point in the order of ids',
  attempt: async ({ server, mine, theirs, call }) => {
    const own = await call('GET', url(mine))
    const [last] = (await callApi(server, theirs.admin, 'GET', url(theirs))).body
    expect(own.body).toHaveLength(1)
    expect(await call('GET', `${url(mine)}?before=${last.id}`)).toEqual(own)
  },
})

/** The same for the lists of Immix alarms. The signals of both tenants' cameras become such. */
function immixPageOf(url: (tenant: Tenant) => string): Undeclared {
  const page = pageOf(url)
  return {
    ...page,
    attempt: async (lab) => {
      const companies = [lab.mine.companyId, lab.theirs.companyId]
      await inSystem(lab.server.database.runtime, (tx) =>
        tx
          .updateTable('signal')
          .set({ vendor: 'immix' })
          .where('company_id', 'in', companies)
          .where('view_id', 'is not', null)
          .execute(),
      )
      await page.attempt(lab)
    },
  }
}

export const undeclaredIds: UndeclaredIds = {
  'intake.viewSignals query before': pageOf(({ viewId }) => `/v1/view/${viewId}/signals`),
  'immix.site query before': immixPageOf(({ siteId }) => `/v1/immix/site/${siteId}`),
  'immix.view query before': immixPageOf(({ viewId }) => `/v1/immix/view/${viewId}`),
  'intake.unmatched query before': pageOf(({ siteId }) => `/v1/site/${siteId}/unmatched-signals`),
}
