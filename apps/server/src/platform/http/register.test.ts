// The permissions that require a writing grant. The list is typed by hand, so that permissions without an operation are tested too.
import { PERMISSIONS, type Operation, type Permission } from '@winnow/contract'
import type { NodePermission } from '@winnow/domain'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import type { Actor } from './actor.ts'
import { installErrorHandler } from './error-handler.ts'
import { createRegister } from './register.ts'

const ACTOR: Actor = {
  kind: 'user',
  userId: 'u',
  sessionId: 's',
  tokenId: null,
  tokenType: null,
  name: 'Ada',
  email: null,
  companyId: 'c',
  userType: 'EXTERNAL_USER',
  permissions: new Set(PERMISSIONS),
  rights: '',
  suspended: false,
  impersonator: null,
  grants: { all: true, permission: 'read' },
  address: '192.0.2.1',
}

/**
 * An operation on one picture's camera or on several cameras, behind the real gate, called by a user with every
 * permission.
 */
async function reach(permission: Permission, granted: Readonly<Record<string, NodePermission>>): Promise<number> {
  const app = Fastify() as unknown as FastifyInstance
  app.setValidatorCompiler(() => (value) => ({ value }))
  installErrorHandler(app, createLogger({ level: 'silent' }))
  const { register } = createRegister(
    app,
    {
      authenticate: async () => ACTOR,
      companiesOf: async () => new Map(),
      permissionsOn: async () => new Map(Object.entries(granted)),
    },
    { require() {} },
  )
  const operation: Operation = {
    id: 'test',
    method: 'POST',
    path: '/pictures',
    summary: 'Test',
    tag: 'Test',
    scope: [{ in: 'body', at: 'ids', kind: 'view', many: true }],
    permission,
  }
  register(operation, async () => ({ reached: true }))
  const reply = await app.inject({
    method: 'POST',
    url: '/api/pictures',
    payload: { ids: Object.keys(granted) },
    headers: { 'x-requested-with': 'winnow' },
  })
  await app.close()
  return reply.statusCode
}

const NEED_WRITE: readonly Permission[] = [
  'node.write',
  'mask.write',
  'schedule.write',
  'rule.write',
  'detect.toggle',
  'tampering.write',
  'integration.manage',
]
const needsWrite = (permission: Permission) => NEED_WRITE.includes(permission)

it.each(PERMISSIONS.filter(needsWrite))(
  '%s requires a writing grant on every node that the request names',
  async (permission) => {
    expect(await reach(permission, { a: 'write' })).toBe(200)
    expect(await reach(permission, { a: 'read' })).toBe(403)
    expect(await reach(permission, { a: 'write', b: 'read' })).toBe(403)
  },
)

// This includes all permissions for existing pictures: viewing, labelling and writing notes.
it.each(PERMISSIONS.filter((permission) => !needsWrite(permission)))(
  '%s requires only a reading grant',
  async (permission) => {
    expect(await reach(permission, { a: 'read' })).toBe(200)
  },
)
