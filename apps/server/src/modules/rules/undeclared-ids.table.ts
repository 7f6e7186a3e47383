import { expect } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import type { Tenant } from '../../../test/factories.ts'
import { createRule } from '../../../test/rule-lab.ts'
import type { TestServer } from '../../../test/test-server.ts'
import type { Undeclared, UndeclaredIds } from '../../../test/undeclared-lab.ts'
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
    own: (server: TestServer, lab: Tenant) => string | Promise<string>,
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
    const refused = await ask(await own(server, theirs))
    expect(refused.status).toBe(404)
    expect(refused).toEqual(await ask(newId()))
    await callApi(server, mine.admin, 'DELETE', `/v1/view/${mine.viewId}/advanced-rules/${before.id}`)
  }

const schedule = (scheduleId: string) => ({ scheduleId })
const ofListId = (listId: string) => ({ detectionType: 'licence_plate', meta: { listId } })
const ofSchedule = { why: 'only schedules that the caller sees can be named, which the handler asks' }
const ofList = { why: 'row-level security shows lists of the own company alone' }
/** A list of a tenant. */
const listOf = async (server: TestServer, tenant: Tenant): Promise<string> => {
  const made = await callApi(server, tenant.admin, 'POST', '/v1/watch-lists', { name: `List ${newId()}` })
  return (made.body as { id: string }).id
}
const plates = { plates: [{ plate: 'AB12CD' }] }

/** Asks for a list of another company. */
const asking = (method: CallMethod, rest: string, body?: object): Undeclared => ({
  ...ofList,
  attempt: async ({ server, mine, theirs }) => {
    const id = await listOf(server, theirs)
    await callApi(server, theirs.admin, 'POST', `/v1/watch-lists/${id}/plates/import`, plates)
    const { status, body: refused } = await callApi(server, mine.admin, method, `/v1/watch-lists/${id}${rest}`, body)
    expect([status, (refused as { code: string }).code]).toEqual([404, 'NOT_FOUND'])
    const there = await callApi(server, theirs.admin, 'GET', `/v1/watch-lists/${id}/plates`)
    expect(there.body).toMatchObject({ count: 1 })
  },
})
/** Deletes a plate of another company's list, below an own list. */
const deletingPlate: Undeclared['attempt'] = async ({ server, mine, theirs }) => {
  const [own, other] = [await listOf(server, mine), await listOf(server, theirs)]
  await callApi(server, theirs.admin, 'POST', `/v1/watch-lists/${other}/plates/import`, plates)
  const { body } = await callApi(server, theirs.admin, 'GET', `/v1/watch-lists/${other}/plates`)
  const [plate] = (body as { rows: { id: string }[] }).rows
  for (const list of [own, other]) {
    const reply = await callApi(server, mine.admin, 'DELETE', `/v1/watch-lists/${list}/plates/${plate?.id ?? ''}`)
    expect(reply.status).toBe(404)
  }
  expect((await callApi(server, theirs.admin, 'GET', `/v1/watch-lists/${other}/plates`)).body).toMatchObject({
    count: 1,
  })
}

export const undeclaredIds: UndeclaredIds = {
  'rules.update path ruleId': { why, attempt: attemptTo('PUT', { advancedRule }) },
  'rules.delete path ruleId': { why, attempt: attemptTo('DELETE') },
  'rules.create body advancedRule.scheduleId': {
    ...ofSchedule,
    attempt: naming('POST', schedule, (_server, { scheduleId }) => scheduleId),
  },
  'rules.update body advancedRule.scheduleId': {
    ...ofSchedule,
    attempt: naming('PUT', schedule, (_server, { scheduleId }) => scheduleId),
  },
  'rules.create body advancedRule.meta.listId': { ...ofList, attempt: naming('POST', ofListId, listOf) },
  'rules.update body advancedRule.meta.listId': { ...ofList, attempt: naming('PUT', ofListId, listOf) },
  'watchLists.update path id': asking('PUT', '', { name: 'Taken' }),
  'watchLists.delete path id': asking('DELETE', ''),
  'watchLists.plates path id': asking('GET', '/plates'),
  'watchLists.search path id': asking('POST', '/plates/search', { plate: 'AB12CD' }),
  'watchLists.import path id': asking('POST', '/plates/import', plates),
  'watchLists.deletePlate path id': { ...ofList, attempt: deletingPlate },
  'watchLists.deletePlate path plateId': { ...ofList, attempt: deletingPlate },
}
