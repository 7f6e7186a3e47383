import { expect } from 'vitest'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { signedFramePath } from './signed-frame-path.ts'

export const undeclaredIds: UndeclaredIds = {
  'alarms.signedFrame path id': {
    why: 'the signature says for which picture it is',
    attempt: async ({ server, mine, theirs }) => {
      const now = new Date()
      const sign = (alarm: string) =>
        signPath(server.container.deps.keys, signedFramePath(alarm, 0), {
          now,
          expires: new Date(now.getTime() + 60_000),
        })
      const address = sign(mine.alarmId).replace(mine.alarmId, theirs.alarmId)
      expect((await server.app.inject(sign(theirs.alarmId))).statusCode).toBe(200)
      expect((await server.app.inject(address)).statusCode).toBe(404)
    },
  },
}
