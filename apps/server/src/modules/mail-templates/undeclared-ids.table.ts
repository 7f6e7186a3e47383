import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import type { Tenant } from '../../../test/factories.ts'
import type { Undeclared, UndeclaredIds } from '../../../test/undeclared-lab.ts'
import type { TestServer } from '../../../test/test-server.ts'

const BODY = {
  name: 'Theirs',
  system: 'other',
  subject: '',
  text: 'Camera: {{camera}}',
  exampleSubject: '',
  exampleText: 'Camera: 3',
}

const theirTemplate = async (server: TestServer, { admin }: Tenant): Promise<string> =>
  (await callApi(server, admin, 'POST', '/v1/mail-templates', { ...BODY, name: `Theirs ${Math.random()}` })).body.id

/** A template of another company cannot be changed or deleted, and stays. */
const own = (method: 'PUT' | 'DELETE', body?: object): Undeclared => ({
  why: 'a template is found in the own company alone',
  attempt: async ({ server, theirs, call }) => {
    const id = await theirTemplate(server, theirs)
    expect((await call(method, `/v1/mail-templates/${id}`, body)).status).toBe(404)
    const left = await callApi(server, theirs.admin, 'GET', '/v1/mail-templates')
    expect(left.body).toContainEqual(expect.objectContaining({ id, version: 1 }))
  },
})

export const undeclaredIds: UndeclaredIds = {
  'mailTemplates.update path id': own('PUT', { ...BODY, name: 'Mine' }),
  'mailTemplates.delete path id': own('DELETE'),
}
