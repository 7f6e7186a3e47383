import { API_BASE } from '@winnow/contract'
import { expect } from 'vitest'
import type { Tenant } from '../../../test/factories.ts'
import type { Undeclared, UndeclaredIds, UndeclaredLab } from '../../../test/undeclared-lab.ts'
import { inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from './index.ts'

type Node = 'company' | 'project' | 'site' | 'view'

/** Records one action in each company by its administrator. */
const recordOne = ({ server, mine, theirs }: UndeclaredLab) =>
  Promise.all(
    [mine, theirs].map(({ companyId, viewId, admin }) =>
      inTenant(server.database.runtime, companyId, (tx) =>
        recordAudit(
          tx,
          { companyId, userId: admin.userId, name: 'Admin' },
          { action: 'view.changed', objectType: 'view', objectId: viewId },
          new Date(),
        ),
      ),
    ),
  )

const byUser = (kind: Node, filter: 'user' | 'person' = 'user'): Undeclared => ({
  why: 'a filter on the rows of the node in the path',
  attempt: async (lab) => {
    await recordOne(lab)
    const { mine, theirs, call } = lab
    const url = (user: string) => `/audit/${kind}/${mine[`${kind}Id`]}?${filter}=${user}`
    expect((await call('GET', url(mine.admin.userId))).body.rows).not.toEqual([])
    expect(await call('GET', url(theirs.admin.userId))).toMatchObject({ status: 200, body: { rows: [], count: 0 } })
  },
})

/** Checks that a fold of the other company shows no rows in this company's audit log. */
const byFold = (kind: Node): Undeclared => ({
  why: 'a filter on the rows of the node in the path',
  attempt: async ({ server, mine, theirs, call }) => {
    const look = async ({ companyId, alarmId }: Tenant) => {
      const entry = { action: 'alarm.viewed', objectType: 'alarm' as const, objectId: alarmId, fold: newId() }
      await inTenant(server.database.runtime, companyId, (tx) =>
        recordAudit(tx, { companyId, name: 'Ada' }, entry, new Date()),
      )
      const led = await inTenant(server.database.runtime, companyId, (tx) =>
        tx.selectFrom('audit').select('id').where('fold', '=', entry.fold).executeTakeFirstOrThrow(),
      )
      return `/audit/${kind}/${mine[`${kind}Id`]}?fold=${led.id}`
    }
    expect((await call('GET', await look(mine))).body.count).toBe(1)
    expect(await call('GET', await look(theirs))).toMatchObject({ status: 200, body: { rows: [], count: 0 } })
  },
})

const inExport = (filter: 'user' | 'person'): Undeclared => ({
  why: 'a filter on the rows of the company in the path',
  attempt: async (lab) => {
    await recordOne(lab)
    const { server, mine, theirs } = lab
    const linesOf = async (user: string) => {
      const url = `${API_BASE}/v1/company/${mine.companyId}/audit/csv?${filter}=${user}`
      const reply = await server.app.inject({ url, headers: { cookie: mine.admin.cookie } })
      expect(reply.statusCode).toBe(200)
      return reply.body.trim().split('\n').length - 1
    }
    expect(await linesOf(mine.admin.userId)).toBeGreaterThan(0)
    expect(await linesOf(theirs.admin.userId)).toBe(0)
  },
})

export const undeclaredIds: UndeclaredIds = {
  'audit.company query user': byUser('company'),
  'audit.project query user': byUser('project'),
  'audit.site query user': byUser('site'),
  'audit.view query user': byUser('view'),
  'audit.company query person': byUser('company', 'person'),
  'audit.company query fold': byFold('company'),
  'audit.project query fold': byFold('project'),
  'audit.site query fold': byFold('site'),
  'audit.view query fold': byFold('view'),
  'audit.export query person': inExport('person'),
  'audit.export query user': inExport('user'),
}
