import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'

export const undeclaredIds: UndeclaredIds = {
  'sso.save body domains[].tenantId': {
    why: 'names a directory of Microsoft’s, nothing of ours',
    attempt: async ({ server, mine, theirs, call }) => {
      const domains = [{ domain: 'contoso.example', tenantId: theirs.companyId }]
      const body = { enabled: true, allowPassword: true, clientId: 'x', clientSecret: 'y', domains }
      expect((await call('PUT', `/v1/company/${mine.companyId}/sso`, body)).status).toBe(200)
      const untouched = await callApi(server, theirs.admin, 'GET', `/v1/company/${theirs.companyId}/sso`)
      expect(untouched.body).toMatchObject({ hasClientSecret: false, domains: [] })
    },
  },
}
