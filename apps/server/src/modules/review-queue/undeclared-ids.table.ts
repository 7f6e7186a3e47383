import { expect } from 'vitest'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'
import { newId } from '../../platform/ids.ts'

export const undeclaredIds: UndeclaredIds = {
  'reviewQueue.handOver body to': {
    why: 'only a colleague who has the queue open can be named',
    attempt: async ({ call, mine, theirs }) => {
      // Attempts of other modules label the alarm, and the queue contains only alarms without a label.
      expect((await call('PUT', `/alarm/${mine.alarmId}`, { groundTruth: null })).status).toBe(200)
      const tab = 'tab-of-ours'
      const { body } = await call('POST', '/v1/review-queue/next', { tab })
      const give = (to: string) => call('POST', '/v1/review-queue/hand-over', { tab, alarm: body.item.alarm.id, to })
      const [foreign, unknown] = [await give(theirs.userId), await give(newId())]
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    },
  },
}
