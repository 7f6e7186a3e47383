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

/** Names another company's adjustment, in this state, in a request for several. */
const many = (url: string, field: string, state: 'proposed' | 'applied', of: (id: string) => object): Undeclared => ({
  why: 'adjustments of cameras that the caller does not see count as gone',
  attempt: async ({ theirs, call, inDatabase }) => {
    const id = newId()
    const row = { id, company_id: theirs.companyId, view_id: theirs.viewId, state, shift: 1, learnt_at: new Date() }
    // Each camera has one adjustment in a state, and the attempts above have made some.
    await inDatabase((tx) => tx.deleteFrom('adjustment').where('view_id', '=', theirs.viewId).execute())
    await inDatabase((tx) =>
      tx
        .insertInto('adjustment')
        .values({ ...row, committee: '{}', held_back: '{}' })
        .execute(),
    )
    expect(await call('PUT', url, { [field]: [id] })).toMatchObject({ status: 200, body: of(id) })
    expect(await call('PUT', url, { [field]: [SOME_ID] })).toMatchObject({ status: 200, body: of(SOME_ID) })
    const states = await inDatabase((tx) => tx.selectFrom('adjustment').select('state').where('id', '=', id).execute())
    expect(states).toEqual([{ state }])
    await inDatabase((tx) => tx.deleteFrom('adjustment').where('id', '=', id).execute())
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
  'learning.applyProposals body proposals[]': many('/v1/learning/proposals', 'proposals', 'proposed', (id) => ({
    applied: [],
    refused: [{ id, reason: 'gone' }],
  })),
  'learning.undo body adjustments[]': many('/v1/learning/proposals/undo', 'adjustments', 'applied', (id) => ({
    undone: [],
    kept: [id],
  })),
}
