// Who may do what: every kind of user against every operation, over HTTP. The table is typed by hand from the matrix of rights
// (docs/decisions/0150-rights.md) and shares no code with the policy; an operation without a row fails.
import { API_BASE, operations, type Operation, type UserType } from '@winnow/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, idOf, type Tenant } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { createScopeCheck } from './modules/access/index.ts'
import { createAuthenticate } from './modules/identity/index.ts'
import { inSystem } from './platform/db/transaction.ts'
import { installErrorHandler } from './platform/http/error-handler.ts'
import { overrideConstraint } from './platform/http/override-constraint.ts'
import { createRegister } from './platform/http/register.ts'

/** The columns, in the order of the marks below. A program calls with an API token; it has no login. */
const WHO: readonly [name: string, userType: UserType, extra?: { roles?: string[]; accountType?: string }][] = [
  ['super user', 'SUPER_USER'],
  ['administrator', 'ADMIN_USER'],
  ['member', 'MEMBER_USER'],
  ['member, read only', 'MEMBER_USER_READONLY'],
  ['external user', 'EXTERNAL_USER'],
  ['external user, read only', 'EXTERNAL_USER_READONLY'],
  ['external user, schedules', 'EXTERNAL_USER_SCHEDULE_ONLY'],
  ['external user, masks', 'EXTERNAL_USER_MASK_ONLY'],
  ['external user, masks and schedules', 'EXTERNAL_USER_MASK_AND_SCHEDULE'],
  ['operator', 'OPERATOR_USER'],
  ['shared-site user', 'SHARED_SITE_USER'],
  ['program', 'PROGRAMMATIC_USER'],
  ['token maker', 'CREATE_TOKEN_USER'],
  ['supervisor', 'MEMBER_USER', { roles: ['SUPERVISOR'] }],
  ['auditor', 'EXTERNAL_USER_READONLY', { roles: ['AUDITOR'] }],
  ['partner', 'MEMBER_USER', { accountType: 'partner' }],
]

// +: may · -: refused with FORBIDDEN · t: not by token, needs a person
// oxfmt-ignore
const MARKS = {
  //             su ad me mr   ex er es em eb   op sh pr tm   sv au pa
  everyone:    '+  +  +  +    +  +  +  +  +    +  +  t  +    +  +  +',
  treeRead:    '+  +  +  +    +  +  +  +  +    -  -  +  -    -  +  +',
  addClient:   '+  +  +  -    -  -  -  -  -    -  -  +  -    -  -  +',
  edit:        '+  +  +  -    +  -  -  -  -    -  -  +  -    -  -  +',
  masks:       '+  +  +  -    +  -  -  +  +    -  -  +  -    -  -  +',
  alarmsRead:  '+  +  +  +    +  +  +  +  +    +  +  +  -    +  +  +',
  alarmsOwn:   '+  +  +  +    +  +  +  +  +    +  +  t  -    +  +  +',
  label:       '+  +  +  -    +  -  -  -  -    +  +  +  -    +  -  +',
  ingest:      '-  -  -  -    -  -  -  -  -    -  -  +  -    -  -  -',
  share:       '+  +  +  -    -  -  -  -  -    -  -  +  -    -  -  +',
  users:       '+  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  companyRead: '+  +  +  -    -  -  -  -  -    -  -  +  -    -  -  +',
  company:     '+  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  companyOwn:  '+  +  -  -    -  -  -  -  -    -  -  t  -    -  -  -',
  tokens:      '+  +  -  -    -  -  -  -  -    -  -  -  +    -  -  -',
  audit:       '+  +  +  +    +  -  -  -  -    -  -  +  -    -  -  +',
  backOffice:  '+  -  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  loginAs:     '+  -  -  -    -  -  -  -  -    -  -  t  -    -  -  -',
} as const

type Column = keyof typeof MARKS

const TABLE: Record<string, Column> = {
  'auth.user': 'everyone',
  'auth.session': 'everyone',
  'auth.logout': 'everyone',
  'auth.return': 'everyone',
  'auth.changePassword': 'everyone',
  'auth.forensicLogout': 'everyone',
  'auth.super': 'loginAs',
  'sessions.list': 'everyone',
  'sessions.end': 'everyone',
  'sessions.endOthers': 'everyone',
  'live.stream': 'everyone',
  'sso.get': 'company',
  'sso.save': 'company',
  'sso.delete': 'company',
  'sso.try': 'company',
  'sso.finishTrial': 'company',
  'sso.identities': 'users',
  'sso.disconnect': 'users',
  'sso.domains': 'backOffice',
  'sso.confirmDomain': 'backOffice',
  'tree.createProject': 'addClient',
  'tree.createSite': 'edit',
  'tree.createView': 'edit',
  'tree.deleteProject': 'edit',
  'tree.deleteSite': 'edit',
  'tree.deleteView': 'edit',
  'tree.getProject': 'treeRead',
  'tree.getSite': 'treeRead',
  'tree.getView': 'treeRead',
  'tree.listProjects': 'treeRead',
  'tree.listSites': 'treeRead',
  'tree.listViews': 'treeRead',
  'tree.restore': 'edit',
  'tree.search': 'alarmsRead',
  'tree.setSiteSmtp': 'edit',
  'tree.setViewMasks': 'masks',
  'tree.updateProject': 'edit',
  'tree.updateSite': 'edit',
  'tree.updateView': 'edit',
  'intake.getSignal': 'alarmsRead',
  'intake.viewIntake': 'treeRead',
  'intake.ingest': 'ingest',
  'intake.unmatched': 'treeRead',
  'intake.viewSignals': 'treeRead',
  'intake.renewAddress': 'edit',
  'intake.test': 'edit',
  'alarms.addNote': 'label',
  'alarms.deleteNote': 'label',
  'alarms.get': 'alarmsRead',
  'alarms.count': 'alarmsRead',
  'alarms.frameImage': 'alarmsRead',
  'alarms.viewed': 'alarmsRead',
  'alarms.label': 'label',
  'alarms.list': 'alarmsRead',
  'alarms.frames': 'alarmsRead',
  'alarms.notes': 'alarmsRead',
  'alarms.removeBoxes': 'label',
  'alarms.describeExport': 'share',
  'alarms.exportLabelled': 'share',
  'detectors.get': 'backOffice',
  'detectors.add': 'backOffice',
  'detectors.drop': 'backOffice',
  'detectors.addFiles': 'backOffice',
  'detectors.use': 'backOffice',
  'detectors.check': 'backOffice',
  'detectors.remove': 'backOffice',
  'detectors.compare': 'backOffice',
  'detectors.cancel': 'backOffice',
  'learning.applyCompany': 'company',
  'learning.applyView': 'edit',
  'learning.getCompany': 'company',
  'learning.getView': 'treeRead',
  'learning.learnCompany': 'company',
  'learning.learnView': 'edit',
  'learning.revertCompany': 'company',
  'learning.revertView': 'edit',
  'home.get': 'alarmsRead',
  'receivers.create': 'company',
  'receivers.delete': 'company',
  'receivers.deliveries': 'treeRead',
  'receivers.list': 'treeRead',
  'receivers.release': 'backOffice',
  'receivers.resend': 'company',
  'receivers.test': 'company',
  'receivers.update': 'company',
  'tokens.create': 'tokens',
  'tokens.delete': 'tokens',
  'tokens.list': 'tokens',
  'twoFactor.generate': 'everyone',
  'twoFactor.confirm': 'everyone',
  'twoFactor.cancel': 'everyone',
  'twoFactor.own': 'everyone',
  'twoFactor.renewCodes': 'everyone',
  // Of others by administrators alone, which the handler decides.
  'twoFactor.updateUser': 'everyone',
  'twoFactor.enableUser': 'companyOwn',
  'twoFactor.company': 'company',
  'twoFactor.enableCompany': 'companyOwn',
  'twoFactor.disableCompany': 'companyOwn',
  'users.delete': 'users',
  'users.endSessions': 'users',
  'users.get': 'users',
  'users.invite': 'users',
  'users.list': 'users',
  'users.resendInvitation': 'users',
  'users.sceneChange': 'alarmsOwn',
  'users.search': 'users',
  'users.update': 'users',
  'companies.create': 'backOffice',
  'companies.deleteLogo': 'company',
  'companies.get': 'companyRead',
  'companies.list': 'backOffice',
  'companies.provision': 'backOffice',
  'companies.suspend': 'backOffice',
  'companies.update': 'company',
  'companies.uploadLogo': 'company',
  'audit.export': 'audit',
  'audit.facets': 'audit',
  'audit.company': 'audit',
  'audit.project': 'audit',
  'audit.site': 'audit',
  'audit.view': 'audit',
}

/** What changes a node, so that a grant to read it is not enough. */
const NEEDS_WRITE: readonly Column[] = ['edit', 'masks']

/** Operations in which those who run the installation may name any company, or any company's user; nobody else may, in any. */
const EVERY_COMPANY: readonly string[] = [
  'audit.company',
  'audit.export',
  'audit.facets',
  'companies.deleteLogo',
  'companies.get',
  'companies.provision',
  'companies.suspend',
  'companies.update',
  'companies.uploadLogo',
  'sso.confirmDomain',
  'sso.delete',
  'sso.disconnect',
  'sso.get',
  'sso.identities',
  'sso.save',
  'sso.try',
  'twoFactor.company',
  'twoFactor.disableCompany',
  'twoFactor.enableCompany',
  'twoFactor.enableUser',
  'users.delete',
  'users.endSessions',
  'users.get',
  'users.invite',
  'users.list',
  'users.resendInvitation',
  'users.update',
]

const closed = operations.filter(({ scope }) => scope !== 'public' && scope !== 'signed')

let server: TestServer
let app: FastifyInstance
let tenant: Tenant
let foreign: Tenant
/** Headers by which each of `WHO` calls, and an external user who may only read. */
const callers = new Map<string, Record<string, string>>()

/** Every operation behind the real gate; what answers says only that it was reached. */
async function gateAlone(): Promise<FastifyInstance> {
  const { deps } = server.container
  const gate = Fastify({
    routerOptions: { constraints: { override: overrideConstraint } },
  }) as unknown as FastifyInstance
  gate.setValidatorCompiler(() => (value) => ({ value }))
  gate.setSerializerCompiler(() => (value) => JSON.stringify(value))
  installErrorHandler(gate, deps.log)
  await gate.register((await import('@fastify/cookie')).default)
  const { register } = createRegister(
    gate,
    { authenticate: createAuthenticate(deps), ...createScopeCheck(deps.db) },
    { require() {} },
  )
  for (const operation of closed) register(operation, async () => ({ reached: true }))
  await gate.ready()
  return gate
}

async function addCaller(name: string, userType: UserType, permission: 'read' | 'write', extra = WHO[0]?.[2]) {
  const db = server.database.runtime
  const user = await createLoggedIn(db, { companyId: tenant.companyId, userType })
  await inSystem(db, async (tx) => {
    await tx
      .updateTable('app_user')
      .set({ extra_roles: extra?.roles ?? [], account_type: extra?.accountType ?? 'standard' })
      .where('id', '=', user.userId)
      .execute()
    await tx
      .insertInto('user_grant')
      .values({
        user_id: user.userId,
        company_id: tenant.companyId,
        node_type: 'project',
        node_id: tenant.projectId,
        permission,
      })
      .execute()
  })
  callers.set(name, { cookie: user.cookie, 'x-requested-with': 'winnow' })
}

beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
  foreign = await createTenant(server.database.runtime)
  app = await gateAlone()
  for (const [name, userType, extra] of WHO) await addCaller(name, userType, 'write', extra)
  callers.set('program', { authorization: `Bearer ${tenant.apiToken}` })
  await addCaller('reader', 'EXTERNAL_USER', 'read')
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** `+`, `-` or `t` as in the table, or what else was answered. */
async function reach(operation: Operation, who: string, of = tenant): Promise<string> {
  const query: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  const params: Record<string, string> = {}
  for (const ref of typeof operation.scope === 'object' ? operation.scope : []) {
    const id = idOf(of, ref.kind)
    if (ref.in === 'path') params[ref.at] = id
    else if (ref.in === 'query') query[ref.at] = id
    else body[ref.at] = ref.many ? [id] : id
  }
  const path = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? tenant.alarmId)
  const reply = await app.inject({
    method: operation.method,
    url: `${API_BASE}${path}`,
    query,
    headers: { ...callers.get(who), ...(operation.uploads ? { 'content-type': 'image/jpeg' } : {}) },
    ...(operation.method === 'GET' ? {} : { payload: operation.uploads ? Buffer.from('x') : body }),
  })
  const answer: { reached?: boolean; code?: string } = reply.json()
  if (answer.reached) return '+'
  if (answer.code === 'FORBIDDEN') return '-'
  return answer.code === 'TOKEN_INVALID' ? 't' : `${reply.statusCode} ${answer.code}`
}

describe('every kind of user against every operation · PERMISSIONS-004 PERMISSIONS-005', () => {
  it('each operation has its row, and each row its operation', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(closed.map(({ id }) => id).toSorted())
  })

  it.each(closed.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const column = TABLE[id]
    if (column === undefined) throw new Error(`${id} has no row: say who may do it`)
    const expected = MARKS[column].split(/\s+/)
    const found: string[] = []
    for (const [name] of WHO) found.push(await reach(operation, name))
    expect(Object.fromEntries(WHO.map(([name], at) => [name, found[at]]))).toEqual(
      Object.fromEntries(WHO.map(([name], at) => [name, expected[at]])),
    )
  })

  it.each(
    closed
      .filter(({ id, scope }) => NEEDS_WRITE.includes(TABLE[id] ?? 'everyone') && typeof scope === 'object')
      .map((operation) => [operation.id, operation] as const),
  )('%s needs the right to write on the very node · PERMISSIONS-017', async (_id, operation) => {
    expect(await reach(operation, 'external user')).toBe('+')
    expect(await reach(operation, 'reader')).toBe('-')
  })
})

describe('another company, and its users', () => {
  const named = closed.filter(
    ({ scope }) => typeof scope === 'object' && scope.some(({ kind }) => kind === 'company' || kind === 'user'),
  )

  it.each(named.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const column = TABLE[id]
    const marks = column === undefined ? [] : MARKS[column].split(/\s+/)
    const found: string[] = []
    for (const [name] of WHO) found.push(await reach(operation, name, foreign))
    // Nobody else is told that there is such a company.
    const wanted: string[] = marks.map((mark) => (mark === 't' ? mark : '404 NOT_FOUND'))
    if (EVERY_COMPANY.includes(id)) wanted[0] = '+'
    expect(Object.fromEntries(WHO.map(([name], at) => [name, found[at]]))).toEqual(
      Object.fromEntries(WHO.map(([name], at) => [name, wanted[at]])),
    )
  })
})

describe('the right to an alarm', () => {
  it('brings its camera’s name, path, masks and picture, also to those who see no clients', async () => {
    const operator = callers.get('operator') ?? {}
    const alarm = await server.app.inject({ url: `/api/alarm/${tenant.alarmId}`, headers: operator })
    expect(alarm.json()).toMatchObject({
      viewId: tenant.viewId,
      viewName: expect.stringContaining('Camera'),
      siteName: expect.stringContaining('Site'),
      projectName: expect.stringContaining('Client'),
      masks: [],
      frames: [{ position: 0, url: expect.stringContaining(tenant.alarmId) }],
    })
    const found = await server.app.inject({ url: `/api/v1/nodes?ids=${tenant.viewId}`, headers: operator })
    expect(found.json()).toMatchObject([{ kind: 'view', path: expect.stringContaining(' / ') }])
    expect((await server.app.inject({ url: `/api/view/${tenant.viewId}`, headers: operator })).statusCode).toBe(403)
  })
})
