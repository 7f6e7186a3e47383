import { expect } from 'vitest'
import { createLoggedIn } from '../../../test/factories.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import type { UndeclaredIds, UndeclaredLab } from '../../../test/undeclared-lab.ts'
import { newId } from '../../platform/ids.ts'

const WHY =
  'a supervisor works for several companies; only what was drawn for them, in companies that allow it, can be named'

/** Calls as a supervisor in our company. No company has switched the review on. */
async function ask(lab: UndeclaredLab, method: CallMethod, url: string, body?: object) {
  const { server, mine } = lab
  const supervisor = await createLoggedIn(server.database.runtime, {
    companyId: mine.companyId,
    userType: 'MEMBER_USER',
  })
  await lab.inDatabase((tx) =>
    tx
      .updateTable('app_user')
      .set({ extra_roles: ['SUPERVISOR'] })
      .where('id', '=', supervisor.userId)
      .execute(),
  )
  const { status, body: answer } = await callApi(server, supervisor, method, url, body)
  return { status, body: { ...answer, requestId: '' } }
}

/** Names an alarm in the address: of the other company, of our own, and one that does not exist. */
const tryAlarm =
  (method: CallMethod, urlOf: (id: string) => string, body?: object) =>
  async (lab: UndeclaredLab): Promise<void> => {
    const unknown = await ask(lab, method, urlOf(newId()), body)
    expect(unknown.status).toBe(404)
    for (const id of [lab.theirs.alarmId, lab.mine.alarmId])
      expect(await ask(lab, method, urlOf(id), body)).toEqual(unknown)
  }

/** Names what only filters a sample. */
const tryFilter = (filterOf: (lab: UndeclaredLab) => object) => async (lab: UndeclaredLab) => {
  const { status, body } = await ask(lab, 'POST', '/supervisor/viewalarms', filterOf(lab))
  expect({ status, rows: body.rows, count: body.count }).toEqual({ status: 200, rows: [], count: 0 })
}

export const undeclaredIds: UndeclaredIds = {
  'qualityReview.draw body companyId': {
    why: WHY,
    attempt: async (lab) => {
      const draw = (companyId: string) => ask(lab, 'POST', '/v1/supervisor/draw', { companyId })
      const unknown = await draw(newId())
      expect(unknown.status).toBe(404)
      expect(await draw(lab.theirs.companyId)).toEqual(unknown)
    },
  },
  'qualityReview.alarm path id': { why: WHY, attempt: tryAlarm('GET', (id) => `/v1/supervisor/alarm/${id}`) },
  'qualityReview.frame path id': { why: WHY, attempt: tryAlarm('GET', (id) => `/v1/supervisor/alarm/${id}/frame/0`) },
  'qualityReview.label path id': {
    why: WHY,
    attempt: tryAlarm('PUT', (id) => `/v1/supervisor/alarm/${id}`, { groundTruth: true }),
  },
  'qualityReview.label body act': {
    why: 'the caller makes it; an act is known by its author',
    attempt: tryAlarm('PUT', (id) => `/v1/supervisor/alarm/${id}`, { groundTruth: true, act: newId() }),
  },
  'alarms.listRandom body cameras[]': {
    why: 'it filters the caller’s own sample',
    attempt: tryFilter(({ theirs }) => ({ cameras: [theirs.viewId] })),
  },
  'alarms.listRandom body companies[]': {
    why: 'it filters the caller’s own sample',
    attempt: tryFilter(({ theirs }) => ({ companies: [theirs.companyId] })),
  },
}
