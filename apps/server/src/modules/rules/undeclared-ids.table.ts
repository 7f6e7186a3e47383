import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createRule } from '../../../test/rule-lab.ts'
import type { UndeclaredIds, Undeclared } from '../../../test/undeclared-lab.ts'
import { newId } from '../../platform/ids.ts'

const advancedRule = { name: 'Three', detectionType: 'count', detectionMin: 3 }
const why = 'a rule is found below its camera alone, which the scope declares'

/** Tries to change a rule of another company below an own camera. */
const attemptTo =
  (method: 'PUT' | 'DELETE', body?: object): Undeclared['attempt'] =>
  async ({ server, mine, theirs }) => {
    const { id } = await createRule(server, theirs, advancedRule)
    expect(
      (await callApi(server, mine.admin, method, `/v1/view/${mine.viewId}/advanced-rules/${id}`, body)).status,
    ).toBe(404)
    const there = await callApi(server, theirs.admin, 'GET', `/v1/view/${theirs.viewId}/advanced-rules`)
    expect(there.body).toEqual([expect.objectContaining({ id, version: 1 })])
    await callApi(server, theirs.admin, 'DELETE', `/v1/view/${theirs.viewId}/advanced-rules/${id}`)
  }

/** Names something of another company in a rule of one's own. The answer is that for what does not exist. */
const naming =
  (
    method: 'POST' | 'PUT',
    fields: (id: string) => object,
    own: (lab: { scheduleId: string }) => string,
  ): Undeclared['attempt'] =>
  async ({ server, mine, theirs }) => {
    const before = await createRule(server, mine, advancedRule)
    const path = `/v1/view/${mine.viewId}/advanced-rules${method === 'PUT' ? `/${before.id}` : ''}`
    const ask = async (id: string) => {
      const { status, body } = await callApi(server, mine.admin, method, path, {
        advancedRule: { ...advancedRule, ...fields(id) },
      })
      const { requestId: _, ...rest } = body as { requestId: string }
      return { status, rest }
    }
    const refused = await ask(own(theirs))
    expect(refused.status).toBe(404)
    expect(refused).toEqual(await ask(newId()))
    await callApi(server, mine.admin, 'DELETE', `/v1/view/${mine.viewId}/advanced-rules/${before.id}`)
  }

const schedule = (scheduleId: string) => ({ scheduleId })
const list = (listId: string) => ({ detectionType: 'licence_plate', meta: { listId } })
const ofSchedule = { why: 'only schedules that the caller sees can be named, which the handler asks' }
const ofList = { why: 'row-level security shows lists of the own company alone' }
const noList = () => newId()

export const undeclaredIds: UndeclaredIds = {
  'rules.update path ruleId': { why, attempt: attemptTo('PUT', { advancedRule }) },
  'rules.delete path ruleId': { why, attempt: attemptTo('DELETE') },
  'rules.create body advancedRule.scheduleId': {
    ...ofSchedule,
    attempt: naming('POST', schedule, ({ scheduleId }) => scheduleId),
  },
  'rules.update body advancedRule.scheduleId': {
    ...ofSchedule,
    attempt: naming('PUT', schedule, ({ scheduleId }) => scheduleId),
  },
  'rules.create body advancedRule.meta.listId': { ...ofList, attempt: naming('POST', list, noList) },
  'rules.update body advancedRule.meta.listId': { ...ofList, attempt: naming('PUT', list, noList) },
}
