import { expect } from 'vitest'
import type { UndeclaredIds, UndeclaredLab } from '../../../test/undeclared-lab.ts'

const theirGrants = ({ theirs }: UndeclaredLab) =>
  (['project', 'site', 'view'] as const).map((kind) => [{ kind, id: theirs[`${kind}Id`], permission: 'read' }])
const noSuchNode = { status: 400, body: { code: 'VALIDATION', errors: [{ field: 'grants' }] } }
const countGrants = async ({ inDatabase }: UndeclaredLab) =>
  (await inDatabase((tx) => tx.selectFrom('user_grant').selectAll().execute())).length

export const undeclaredIds: UndeclaredIds = {
  'users.invite body grants[].id': {
    why: 'a node of the company in the path, which need not be the caller’s',
    attempt: async (lab) => {
      const before = await countGrants(lab)
      for (const grants of theirGrants(lab)) {
        const body = { email: 'granted@example.com', name: 'New', userType: 'EXTERNAL_USER', grants }
        expect(await lab.call('POST', `/company/${lab.mine.companyId}/user`, body)).toMatchObject(noSuchNode)
      }
      expect(await countGrants(lab)).toBe(before)
    },
  },
  'users.update body grants[].id': {
    why: 'a node of the user’s company, which need not be the caller’s',
    attempt: async (lab) => {
      const before = await countGrants(lab)
      for (const grants of theirGrants(lab))
        expect(await lab.call('PUT', `/user/${lab.mine.userId}`, { userType: 'EXTERNAL_USER', grants })).toMatchObject(
          noSuchNode,
        )
      expect(await countGrants(lab)).toBe(before)
    },
  },
}
