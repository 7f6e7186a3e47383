import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'

export const undeclaredIds: UndeclaredIds = {
  'alarmLinks.revoke path linkId': {
    why: 'a link is found below its alarm alone, which the scope declares',
    attempt: async ({ server, mine, theirs }) => {
      const made = await callApi(server, theirs.admin, 'POST', `/v1/alarm/${theirs.alarmId}/links`, {})
      const { link } = made.body as { link: { id: string } }
      const gone = await callApi(server, mine.admin, 'DELETE', `/v1/alarm/${mine.alarmId}/links/${link.id}`)
      expect(gone.status).toBe(404)
      const { body } = await callApi(server, theirs.admin, 'GET', `/v1/alarm/${theirs.alarmId}/links`)
      expect(body).toMatchObject({ rows: [{ id: link.id, state: 'active' }] })
    },
  },
}
