import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'
import { newId } from '../../platform/ids.ts'

export const undeclaredIds: UndeclaredIds = {
  'masks.history query after': {
    why: 'a position in the list; only changes at cameras within the grants are listed after it',
    attempt: async ({ mine, theirs, call, inDatabase }) => {
      const change = (at: typeof mine) => ({
        id: newId(),
        company_id: at.companyId,
        view_id: at.viewId,
        user_name: 'Ann',
        kind: 'edited',
        before: '[]',
        after: '[]',
      })
      const [own, foreign, later] = [change(mine), change(theirs), change(theirs)]
      await inDatabase((tx) => tx.insertInto('mask_change').values([own, foreign, later]).execute())
      for (const after of [later.id, newId()])
        expect((await call('GET', `/views/mask/history?after=${after}`)).body.rows).toMatchObject([{ id: own.id }])
    },
  },
  'tree.checkRename path objectId': {
    why: 'the kind of thing stands beside it; the handler finds it within the company and the grants',
    async attempt({ mine, theirs, call }) {
      for (const [kind, at] of [
        ['client', 'projectId'],
        ['site', 'siteId'],
        ['camera', 'viewId'],
      ] as const) {
        expect((await call('GET', `/v1/rename-check/${kind}/${mine[at]}`)).body).toBe(true)
        expect(await call('GET', `/v1/rename-check/${kind}/${theirs[at]}`)).toEqual({ status: 200, body: false })
      }
    },
  },
  'tree.countDetectViews query below[]': {
    why: 'of any kind; nodes of another company have no camera that the filter finds',
    attempt: async ({ mine, theirs, call }) => {
      const ids = [theirs.projectId, theirs.siteId, theirs.viewId].join(',')
      expect((await call('GET', `/views/detect/count?below=${ids}`)).body).toEqual({ count: 0 })
      expect((await call('GET', `/views/detect/count?below=${ids},${mine.siteId}`)).body).toEqual({ count: 1 })
    },
  },
  'tree.countViews query below[]': {
    why: 'of any kind; nodes of another company have no camera that the filter finds',
    attempt: async ({ mine, theirs, call }) => {
      const ids = [theirs.projectId, theirs.siteId, theirs.viewId].join(',')
      expect((await call('GET', `/views/count?below=${ids}`)).body).toEqual({ count: 0 })
      expect((await call('GET', `/views/count?below=${ids},${mine.siteId}`)).body).toEqual({ count: 1 })
    },
  },
  'tree.findPlace path id': {
    why: 'of any kind; the handler finds it within the company and the grants',
    async attempt({ mine, theirs, call }) {
      for (const at of ['projectId', 'siteId', 'viewId'] as const) {
        expect((await call('GET', `/v1/nodes/${mine[at]}/place`)).body.steps.at(-1)).toMatchObject({ id: mine[at] })
        expect((await call('GET', `/v1/nodes/${theirs[at]}/place`)).body).toEqual({ steps: [] })
      }
    },
  },
  'tree.findPlace query groupId': {
    why: 'a filter; no client of ours is in a group of another company',
    async attempt({ mine, theirs, call, inDatabase }) {
      const id = newId()
      await inDatabase(async (tx) => {
        await tx.insertInto('client_group').values({ id, company_id: theirs.companyId, name: 'Theirs' }).execute()
      })
      expect((await call('GET', `/v1/nodes/${mine.projectId}/place?groupId=${id}`)).body).toEqual({ steps: [] })
    },
  },
  'tree.getLastChange path id': {
    why: 'the kind of node stands beside it; the handler finds it within the company and the grants',
    async attempt({ mine, theirs, call }) {
      for (const [kind, at] of [
        ['project', 'projectId'],
        ['site', 'siteId'],
        ['view', 'viewId'],
      ] as const) {
        expect((await call('GET', `/v1/nodes/${kind}/${mine[at]}/last-change`)).status).toBe(200)
        const foreign = await call('GET', `/v1/nodes/${kind}/${theirs[at]}/last-change`)
        expect(foreign).toEqual({ status: 200, body: { change: null } })
      }
    },
  },
  'tree.restore path id': {
    why: 'the gate finds nothing that was deleted',
    attempt: async ({ server, theirs, call, inDatabase }) => {
      for (const kind of ['project', 'site', 'view'] as const) {
        const row = { id: newId(), company_id: theirs.companyId, name: `Gone ${kind}`, deleted_at: new Date() }
        const { projectId: project_id, siteId: site_id } = theirs
        await inDatabase(async (tx) => {
          if (kind === 'project') await tx.insertInto('project').values(row).execute()
          else if (kind === 'site')
            await tx
              .insertInto('site')
              .values({ ...row, project_id })
              .execute()
          else
            await tx
              .insertInto('view')
              .values({ ...row, project_id, site_id, address_token: row.id })
              .execute()
        })
        expect((await call('POST', `/v1/nodes/${row.id}/restore`)).status).toBe(404)
        expect((await callApi(server, theirs.admin, 'POST', `/v1/nodes/${row.id}/restore`)).status).toBe(200)
      }
    },
  },
  'tree.search query ids[]': {
    why: 'of any kind; those that are not found are left out',
    attempt: async ({ mine, theirs, call }) => {
      const ids = [mine.viewId, theirs.projectId, theirs.siteId, theirs.viewId].join(',')
      expect((await call('GET', `/v1/nodes?ids=${ids}`)).body).toMatchObject([{ id: mine.viewId }])
    },
  },
}
