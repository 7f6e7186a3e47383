import {
  API_BASE,
  BACKGROUND_HEADER,
  bodyLimitOf,
  mayOpenNoTransaction,
  needsWritingGrant,
  staysOpen,
  USER_HEADER,
  type BodyOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type ScopeRef,
} from '@winnow/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { Actor } from './actor.ts'
import type { AnonymousLimit } from './anonymous-limit.ts'
import { AppError, notFound } from './app-error.ts'
import { carryTransaction, type Carried, type Parts } from './carry-transaction.ts'
import { admit, findReach, type Gatekeeper } from './gate.ts'
import { mountSocket, type SocketHandler } from './mount-socket.ts'
import type { ReadHandler, ReadSteps, ReplyAlone, WriteHandler, WriteSteps } from './handlers.ts'
import { refuseUnstorableText } from './refuse-text.ts'
import { refuseCrossSite, refuseForeignPage } from './request-guard.ts'

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

/** An operation for authenticated callers, about their own data or their company's data. */
type Closed = Operation & { readonly scope: 'self' | readonly ScopeRef[] }

/** Registers an operation of the contract. There is no other way to create a route below /api. */
export interface Register {
  /**
   * For operations that open no transaction of a company: public operations, logins and streams. All others should be a `read` or a
   * `write`.
   */
  <O extends Operation>(operation: O, handler: Handler<O>): void
  /** For operations that read the database, in a read-only transaction. */
  read<O extends Closed>(operation: O, handler: ReadHandler<O>): void
  read<O extends Closed, Prepared, Result>(operation: O, steps: ReadSteps<O, Prepared, Result>): void
  read<O extends Closed>(operation: O, steps: ReplyAlone<O>): void
  /** For operations that change the database and record it in the audit log. */
  write<O extends Closed>(operation: O, handler: WriteHandler<O>): void
  write<O extends Closed, Prepared, Result>(operation: O, steps: WriteSteps<O, Prepared, Result>): void
  /** For websockets. Opening one needs the same checks as every request. The handler must check the messages that follow. */
  socket<O extends Closed>(operation: O, handler: SocketHandler<O>): void
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

/** Whether an operation is only for persons, not for tokens. */
const needsPerson = (operation: Operation): boolean =>
  operation.personal === true || ((operation.scope === 'self' || operation.scope === 'login') && !operation.permission)

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** A handler of either form, for any operation. A plain function runs inside the transaction. */
type AnyForm =
  | NonNullable<Parts['work']>
  | (Pick<Parts, 'prepare' | 'reply'> & { read?: Parts['work']; change?: Parts['work'] })

const partsOf = (form: AnyForm, readOnly: boolean): Parts =>
  typeof form === 'function' ? { work: form, readOnly } : { ...form, work: form.read ?? form.change, readOnly }

const isBackground = (operation: Operation, request: FastifyRequest): boolean =>
  operation.background === true || request.headers[BACKGROUND_HEADER] !== undefined

/** Refuses a request that one user has prepared and that reaches the server in the session of another: they share a browser. */
function requireSameUser(request: FastifyRequest, actor: Actor | undefined): void {
  const wanted = request.headers[USER_HEADER]
  if (actor?.kind === 'user' && wanted !== undefined && wanted !== actor.userId)
    throw new AppError('NOT_AUTHORISED', 'Not authorised')
}

function schemaOf(operation: Operation): FastifySchema {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...(needsWritingGrant(operation) && {
      description: 'Requires a writing grant for every node that the request names.',
    }),
    ...(operation.params && { params: operation.params }),
    ...(operation.query && { querystring: operation.query }),
    ...(operation.body && { body: operation.body }),
    ...(operation.uploads && { consumes: [...operation.uploads] }),
    ...(operation.reply && { response: { 200: operation.reply } }),
    ...(operation.scope === 'public' || operation.scope === 'signed' ? { security: [] } : {}),
  }
}

/** Authorises a request whose handler opens its own transactions. */
const admitAlone =
  (operation: Operation, gate: Gatekeeper) =>
  async (request: FastifyRequest): Promise<void> => {
    const { actor } = request
    if (operation.scope === 'public' || operation.scope === 'signed') return
    // The handler itself checks which unfinished login the request belongs to.
    if (!actor && operation.scope === 'login') return
    if (!actor) throw new AppError('NOT_AUTHORISED', 'Not authorised')
    const { anywhere } = await findReach(operation, gate, request, actor)
    await admit(operation, gate, request, { actor, anywhere, tx: undefined })
  }

/**
 * Creates the `register` function of an application. Each operation can be registered once.
 * @param carried what handlers get with their transaction; an application without a database has none
 */
export function createRegister(
  app: FastifyInstance,
  gate: Gatekeeper,
  anonymous: AnonymousLimit,
  carried?: Carried,
): { register: Register; registered: ReadonlySet<string> } {
  const registered = new Set<string>()
  /** Authenticates a request. A request with refused credentials counts towards the limit of requests without a login. */
  const authenticate: Gatekeeper['authenticate'] = async (request, isBackgroundCall) => {
    try {
      return await gate.authenticate(request, isBackgroundCall)
    } catch (refused) {
      if (refused instanceof AppError) anonymous.require(request)
      throw refused
    }
  }
  app.decorateRequest('actor', undefined)
  // Requests for unknown paths count as anonymous too, since the server would read their bodies.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') anonymous.require(request)
  })

  const mount = (
    operation: Operation,
    admitted: RouteOptions['preHandler'] | undefined,
    answer: Handle,
    socket?: SocketHandler,
  ): void => {
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
      // Runs before the body is read, because the sender decides how much that costs.
      async onRequest(request) {
        request.actor = undefined
        const actor = isOpen ? undefined : await authenticate(request, isBackground(operation, request))
        // This server made the signed address, which may be used any number of times.
        if (!actor && operation.scope !== 'signed') anonymous.require(request)
        if (actor?.kind === 'token' && actor.tokenType !== operation.token && actor.tokenType !== 'api')
          throw new AppError('TOKEN_INVALID', 'This token is not meant for this call')
        if (actor?.kind === 'token' && !operation.token && needsPerson(operation))
          throw new AppError('TOKEN_INVALID', 'This call needs a login')
        if (!isOpen && !actor && operation.scope !== 'login') throw new AppError('NOT_AUTHORISED', 'Not authorised')
        requireSameUser(request, actor)
        if (actor?.kind !== 'token') refuseCrossSite(request, { changesState: operation.changesState === true })
        if (staysOpen(operation)) refuseForeignPage(request)
        request.actor = actor
      },
      preValidation: [async (request) => refuseUnstorableText(request, { isUpload: operation.uploads !== undefined })],
      ...(admitted && { preHandler: admitted }),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return answer(request, reply)
      },
    }
    if (socket) return mountSocket(app, route, socket)
    if (operation.uploads) registerUpload(app, route)
    else app.route(route)
    if (operation.override)
      app.route({
        ...route,
        method: 'POST',
        // The operation is documented once, under its own method.
        schema: { ...route.schema, hide: true },
        constraints: { override: 'GET' },
        preValidation: [
          async (request) => refuseUnstorableText(request, { isUpload: false }),
          ...(operation.method === 'GET' ? [mergeBodyIntoQuery] : []),
        ],
      })
  }

  const carry = (operation: Operation, parts: Parts): void => {
    if (!carried) throw new Error(`operation ${operation.id} needs a database`)
    const answer = carryTransaction(operation, gate, carried, parts)
    mount(operation, undefined, (request, reply) => {
      const { actor } = request
      if (!actor) throw new AppError('NOT_AUTHORISED', 'Not authorised')
      return answer(request, reply, actor)
    })
  }
  const plain = (operation: Operation, handler: (context: never) => Promise<unknown>): void => {
    if (carried && !mayOpenNoTransaction(operation))
      throw new Error(`operation ${operation.id} must be registered by register.read or register.write`)
    mount(operation, admitAlone(operation, gate), (request, reply) => {
      const { actor, params, query, body } = request
      return handler({ actor, params, query, body, request, reply } as never)
    })
  }
  const register = Object.assign(plain, {
    read: (operation: Operation, form: AnyForm) => carry(operation, partsOf(form, true)),
    write: (operation: Operation, form: AnyForm) => carry(operation, partsOf(form, false)),
    socket: (operation: Operation, handler: SocketHandler) =>
      mount(operation, admitAlone(operation, gate), async () => Promise.reject(notFound()), handler),
  }) as Register
  return { register, registered }
}

/** Registers an upload. The handler reads its body as a stream; the body is not parsed or held in memory before. */
function registerUpload(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    inner.route(route)
  })
}

/** Adds the body of a POST with X-HTTP-Method-Override to the query. */
async function mergeBodyIntoQuery(request: FastifyRequest): Promise<void> {
  const body = Object.entries((request.body as object | undefined) ?? {})
  // In an address, `true` is a text too.
  const added = body.map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : (value as unknown)])
  request.query = { ...(request.query as object), ...Object.fromEntries(added) }
}
