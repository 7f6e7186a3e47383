import { SOME_ID } from '@winnow/contract/examples'
import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { UndeclaredIds } from '../../../test/undeclared-lab.ts'

export const undeclaredIds: UndeclaredIds = {
  'auth.changePassword body userId': {
    why: 'has to be the caller’s own id',
    attempt: async ({ theirs, call }) => {
      const body = { userId: theirs.admin.userId, oldPassword: 'x', newPassword: 'long enough to be one' }
      const reply = await call('PUT', '/auth', body)
      expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      const nobodys = await call('PUT', '/auth', { ...body, userId: SOME_ID })
      expect(reply.body.message).toBe(nobodys.body.message)
    },
  },
  'sessions.end path id': {
    why: 'a session is no node; those of the caller alone are looked through',
    attempt: async ({ server, theirs, call }) => {
      expect((await call('DELETE', `/v1/sessions/${theirs.admin.sessionId}`)).status).toBe(404)
      expect((await callApi(server, theirs.admin, 'GET', '/auth/user')).status).toBe(200)
    },
  },
  'twoFactor.updateUser path id': {
    why: 'also of a user in the middle of their login, for whom the gate knows no company',
    attempt: async ({ theirs, call }) => {
      for (const body of [{ field: 'reset' }, { field: 'enabled' }, { field: 'skip' }])
        expect((await call('POST', `/v1/2fa/user-otp-update/${theirs.userId}`, { ...body, value: true })).status).toBe(
          404,
        )
    },
  },
}
