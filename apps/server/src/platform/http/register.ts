import {
  API_BASE,
  BACKGROUND_HEADER,
  bodyLimitOf,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type Permission,
  type QueryOf,
  type ReplyOf,
  type ScopeRef,
} from '@winnow/contract'
import type { NodePermission } from '@winnow/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { Actor } from './actor.ts'
import type { AnonymousLimit } from './anonymous-limit.ts'
import { AppError, notFound } from './app-error.ts'
import { refuseUnstorableText } from './refuse-text.ts'
import { refuseCrossSite, refuseForeignPage } from './request-guard.ts'

/** What the platform must be told to let a request through: who calls, and whether a thing is theirs. */
export interface Gatekeeper {
  /**
   * The caller by session cookie or bearer token; undefined when there is none or it has ended. `isBackground`: the page asks by
   * itself, which keeps no session alive.
   */
  authenticate(request: FastifyRequest, isBackground: boolean): Promise<Actor | undefined>
  /** The caller's rights to the things that ids name; those that are absent, another tenant's or out of sight are not there. */
  permissionsOn(
    actor: Actor,
    ref: ScopeRef,
    ids: readonly string[],
    parentId: string | undefined,
  ): Promise<ReadonlyMap<string, NodePermission>>
}

export interface Context<O extends Operation, A = Actor> {
  actor: A
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  request: FastifyRequest
  reply: FastifyReply
}

type ActorOf<O extends Operation> = O['scope'] extends 'public' | 'signed'
  ? undefined
  : O['scope'] extends 'login'
    ? Actor | undefined
    : Actor
export type Handler<O extends Operation> = (
  context: Context<O, ActorOf<O>>,
) => Promise<ReplyOf<O> extends undefined ? unknown : ReplyOf<O>>

/** Registers one operation of the contract. There is no other way to make a route below /api. */
export type Register = <O extends Operation>(operation: O, handler: Handler<O>) => void

/** These act on a node, so the grant on that node must be 'write' as well. */
const NEEDS_WRITE: ReadonlySet<Permission> = new Set<Permission>([
  'node.write',
  'mask.write',
  'schedule.write',
  'rule.write',
  'detect.toggle',
  'tampering.write',
  'integration.manage',
])

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

const sourceOf = (request: FastifyRequest, ref: ScopeRef): unknown => {
  const source = ref.in === 'path' ? request.params : ref.in === 'query' ? request.query : request.body
  return (source as Record<string, unknown> | undefined)?.[ref.at]
}

function replaceIds(request: FastifyRequest, ref: ScopeRef, value: unknown): void {
  const source = (ref.in === 'query' ? request.query : request.body) as Record<string, unknown>
  source[ref.at] = value
}

/** An id that matches nothing: what a filter on a foreign thing becomes. */
export const NOTHING = '00000000-0000-0000-0000-000000000000'

async function checkRef(
  gate: Gatekeeper,
  request: FastifyRequest,
  actor: Actor,
  ref: ScopeRef,
): Promise<NodePermission> {
  const value = sourceOf(request, ref)
  if (value === undefined || value === null) {
    if (ref.optional) return 'write'
    throw notFound()
  }
  const ids = (ref.many ? value : [value]) as string[]
  const parentId = ref.childOf ? String((request.params as Record<string, unknown>)[ref.childOf]) : undefined
  const found = await gate.permissionsOn(actor, ref, ids, parentId)
  if (ref.foreign === 'empty') {
    const kept = ids.filter((id) => found.has(id))
    // A filter that names only foreign things must find nothing; dropping it would find everything.
    if (ref.many) replaceIds(request, ref, kept.length > 0 || ids.length === 0 ? kept : [NOTHING])
    else if (kept.length === 0) replaceIds(request, ref, NOTHING)
    return 'read'
  }
  if (!ids.every((id) => found.has(id))) throw notFound()
  return [...found.values()].includes('read') ? 'read' : 'write'
}

/** What belongs to a person, and no token may do in their place. */
const needsPerson = (operation: Operation): boolean =>
  operation.personal === true || ((operation.scope === 'self' || operation.scope === 'login') && !operation.permission)

async function admit(operation: Operation, gate: Gatekeeper, request: FastifyRequest): Promise<void> {
  if (operation.scope === 'public' || operation.scope === 'signed') return
  const { actor } = request
  // The handler looks whose login it is that waits.
  if (!actor && operation.scope === 'login') return
  if (!actor) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  const rights: NodePermission[] = []
  if (typeof operation.scope === 'object')
    for (const ref of operation.scope) rights.push(await checkRef(gate, request, actor, ref))
  const { permission } = operation
  if (operation.personal && actor.impersonator) throw new AppError('FORBIDDEN', 'Only the user themselves may do this')
  if (!permission) return
  if (!actor.permissions.has(permission) && actor.suspended)
    throw new AppError('COMPANY_SUSPENDED', 'Your account is suspended, only payment related pages are available')
  if (!actor.permissions.has(permission)) throw new AppError('FORBIDDEN', 'You have no access for this action')
  if (NEEDS_WRITE.has(permission) && rights.includes('read'))
    throw new AppError('FORBIDDEN', 'You may see this but not change it')
}

const isBackground = (operation: Operation, request: FastifyRequest): boolean =>
  operation.background === true || request.headers[BACKGROUND_HEADER] !== undefined

function schemaOf(operation: Operation): FastifySchema {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...(operation.params && { params: operation.params }),
    ...(operation.query && { querystring: operation.query }),
    ...(operation.body && { body: operation.body }),
    ...(operation.uploads && { consumes: [...operation.uploads] }),
    ...(operation.reply && { response: { 200: operation.reply } }),
    ...(operation.scope === 'public' || operation.scope === 'signed' ? { security: [] } : {}),
  }
}

/** Makes the `register` function of an application. Each operation can be registered once. */
export function createRegister(
  app: FastifyInstance,
  gate: Gatekeeper,
  anonymous: AnonymousLimit,
): { register: Register; registered: ReadonlySet<string> } {
  const registered = new Set<string>()
  /** Who calls; what is refused for the credentials it brings is counted like what brings none. */
  const authenticate: Gatekeeper['authenticate'] = async (request, isBackgroundCall) => {
    try {
      return await gate.authenticate(request, isBackgroundCall)
    } catch (refused) {
      if (refused instanceof AppError) anonymous.require(request.ip)
      throw refused
    }
  }
  app.decorateRequest('actor', undefined)
  // A path that nobody knows is asked for by somebody nobody knows; what comes along would be read all the same.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') anonymous.require(request.ip)
  })

  const register: Register = (operation, handler) => {
    if (registered.has(operation.id)) throw new Error(`operation ${operation.id} is registered twice`)
    if (typeof operation.scope === 'object' && !operation.permission)
      throw new Error(`operation ${operation.id} acts on a tenant's thing and names no permission`)
    registered.add(operation.id)
    const isOpen = operation.scope === 'public' || operation.scope === 'signed'
    const route: RouteOptions = {
      method: operation.method,
      url: API_BASE + operation.path,
      schema: schemaOf(operation),
      bodyLimit: bodyLimitOf(operation),
      // Before the body is read: what it costs is up to whoever sends it.
      async onRequest(request) {
        request.actor = undefined
        const actor = isOpen ? undefined : await authenticate(request, isBackground(operation, request))
        // A signature was made by us, for somebody who may call as often as they were given addresses.
        if (!actor && operation.scope !== 'signed') anonymous.require(request.ip)
        if (actor?.kind === 'token' && actor.tokenType !== operation.token && actor.tokenType !== 'api')
          throw new AppError('TOKEN_INVALID', 'This token is not meant for this call')
        if (actor?.kind === 'token' && !operation.token && needsPerson(operation))
          throw new AppError('TOKEN_INVALID', 'This call needs a login')
        if (!isOpen && !actor && operation.scope !== 'login') throw new AppError('NOT_AUTHORISED', 'Not authorised')
        if (actor?.kind !== 'token') refuseCrossSite(request, { changesState: operation.changesState === true })
        if (operation.replyType === 'event-stream') refuseForeignPage(request)
        request.actor = actor
      },
      preValidation: [async (request) => refuseUnstorableText(request, { isUpload: operation.uploads !== undefined })],
      preHandler: (request) => admit(operation, gate, request),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return handler({
          actor: request.actor,
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply,
        } as never)
      },
    }
    if (operation.uploads) registerUpload(app, route)
    else app.route(route)
    if (operation.override)
      app.route({
        ...route,
        method: 'POST',
        // The same operation: described once, under its own method.
        schema: { ...route.schema, hide: true },
        constraints: { override: 'GET' },
        preValidation: [async (request) => refuseUnstorableText(request, { isUpload: false }), mergeBodyIntoQuery],
      })
  }
  return { register, registered }
}

/** Uploads are read by the handler as a stream: nothing is parsed or held in memory on the way. */
function registerUpload(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    inner.route(route)
  })
}

/** X-HTTP-Method-Override: the body of the POST stands for a long query. */
async function mergeBodyIntoQuery(request: FastifyRequest): Promise<void> {
  request.query = { ...(request.query as object), ...(request.body as object | undefined) }
}
