import { SOME_ID } from '@winnow/contract/examples'
import { expect } from 'vitest'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'

export const undeclaredIds: UndeclaredIds = {
  'companies.logo path id': {
    why: 'logos are shown to anyone, before a login',
    attempt: async ({ theirs, call }) => {
      const reply = await call('GET', `/company/${theirs.companyId}/logo`)
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(reply.body.message).toBe((await call('GET', `/company/${SOME_ID}/logo`)).body.message)
    },
  },
}
