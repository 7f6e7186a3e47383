import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { Tenant } from '../../../test/factories.ts'
import type { Undeclared, UndeclaredIds } from '../../../test/undeclared-lab.ts'

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

export const undeclaredIds: UndeclaredIds = {
  'intake.viewSignals query before': pageOf(({ viewId }) => `/v1/view/${viewId}/signals`),
  'intake.unmatched query before': pageOf(({ siteId }) => `/v1/site/${siteId}/unmatched-signals`),
}
