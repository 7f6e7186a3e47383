import { SOME_ID } from '@winnow/contract/examples'
import { expect } from 'vitest'
import type { Tenant } from '../../../test/factories.ts'
import type { Undeclared, UndeclaredIds } from '../../../test/undeclared-lab.ts'
import { newId } from '../../platform/ids.ts'

const apply = (
  why: string,
  url: (mine: Tenant) => string,
  learner: (theirs: Tenant) => { view_id: string | null },
): Undeclared => ({
  why,
  attempt: async ({ mine, theirs, call, inDatabase }) => {
    const id = newId()
    const row = {
      id,
      company_id: theirs.companyId,
      state: 'proposed',
      shift: 1,
      learnt_by: 'Admin',
      learnt_at: new Date(),
    }
    await inDatabase((tx) =>
      tx
        .insertInto('adjustment')
        .values({ ...row, ...learner(theirs), committee: '{}', held_back: '{}' })
        .execute(),
    )
    const reply = await call('PUT', url(mine), { proposal: id })
    expect(reply).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(reply.body.message).toBe((await call('PUT', url(mine), { proposal: SOME_ID })).body.message)
    const states = await inDatabase((tx) => tx.selectFrom('adjustment').select('state').where('id', '=', id).execute())
    expect(states).toEqual([{ state: 'proposed' }])
  },
})

export const undeclaredIds: UndeclaredIds = {
  'learning.applyView body proposal': apply(
    'has to be the current proposal for the camera in the path; any other id counts as a replaced proposal',
    ({ viewId }) => `/v1/view/${viewId}/learning`,
    ({ viewId }) => ({ view_id: viewId }),
  ),
  'learning.applyCompany body proposal': apply(
    'has to be the current proposal for the company in the path; any other id counts as a replaced proposal',
    ({ companyId }) => `/v1/company/${companyId}/learning`,
    () => ({ view_id: null }),
  ),
}
