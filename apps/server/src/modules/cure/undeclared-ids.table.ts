import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { Undeclared, UndeclaredIds } from '../../../test/undeclared-lab.ts'

const why = 'a request is found below its alarm alone, which the scope declares'

/** Asks at an alarm of another company, and tries to change that request below an own alarm. */
const attemptTo =
  (method: 'PUT' | 'DELETE', body?: object): Undeclared['attempt'] =>
  async ({ server, mine, theirs }) => {
    const asked = await callApi(server, theirs.admin, 'POST', `/v1/alarm/${theirs.alarmId}/requests`, { cure: 'mute' })
    const { id } = asked.body as { id: string }
    const path = (alarmId: string) => `/v1/alarm/${alarmId}/requests/${id}`
    expect((await callApi(server, mine.admin, method, path(mine.alarmId), body)).status).toBe(404)
    const open = await callApi(server, theirs.admin, 'GET', '/v1/cure-requests?limit=100')
    expect(open.body).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ id, state: 'open' })]) })
    expect((await callApi(server, theirs.admin, 'DELETE', path(theirs.alarmId))).status).toBe(200)
  }

export const undeclaredIds: UndeclaredIds = {
  'cure.withdraw path requestId': { why, attempt: attemptTo('DELETE') },
  'cure.answer path requestId': { why, attempt: attemptTo('PUT', { state: 'done' }) },
}
