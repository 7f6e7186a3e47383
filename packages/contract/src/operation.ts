import type { $ZodType, input, output } from 'zod/v4/core'
import type { ErrorCode } from './errors.ts'
import type { ScopedKind } from './kinds.ts'
import type { Permission } from './permissions.ts'

/**
 * Header of requests that a page sends by itself while the user is inactive. Like a `background` operation, such a request does not keep a
 * session alive.
 */
export const BACKGROUND_HEADER = 'x-background'

/**
 * Header of a request that must be made by one user alone: their id. If somebody else is logged in by now, the request is refused like one
 * without a login.
 */
export const USER_HEADER = 'x-user'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One place in a request that holds the id of an object of a tenant. Before the handler runs, the server checks each id against the
 * caller's company and grants. The isolation test tries each place with the id of another tenant.
 */
export interface ScopeRef {
  readonly in: 'path' | 'query' | 'body'
  /** Name of the parameter or body field. */
  readonly at: string
  readonly kind: ScopedKind
  /** Whether the field is a list of ids. */
  readonly many?: true
  readonly optional?: true
  /** Name of the parameter that holds the parent's id. The object must belong to that parent, as a note belongs to its alarm. */
  readonly childOf?: string
  /**
   * Callers whose grant covers only a node below this one may read it too, because it is on the path to their node. The handler must not
   * return more than that path.
   */
  readonly way?: true
  /** Users who run the installation may name an object of any company. Everyone else may name only objects of their own company. */
  readonly anyCompany?: true
  /** The reply to an id of another company: 404 where the id addresses an object, an empty list where it is a filter. */
  readonly foreign?: 'not-found' | 'empty'
}

/**
 * How access to an operation is restricted. `public`: no session is needed. `self`: the operation accesses only data of the caller.
 * `login`: like `self`, but also open to a user who has given the right password and no second factor yet; the handler identifies the user.
 * `signed`: the address contains a signature. A list: the places in the request that hold ids.
 */
export type Scope = 'public' | 'self' | 'login' | 'signed' | readonly ScopeRef[]

export interface Operation<
  P extends $ZodType | undefined = $ZodType | undefined,
  Q extends $ZodType | undefined = $ZodType | undefined,
  B extends $ZodType | undefined = $ZodType | undefined,
  R extends $ZodType | undefined = $ZodType | undefined,
> {
  readonly id: string
  readonly method: Method
  /** Path below /api, parameters as `:name`. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly scope: Scope
  /**
   * The permission that the caller needs. Absent only on public, signed and self operations. Some operations also need a grant with write
   * access: see `needsWritingGrant`.
   */
  readonly permission?: Permission
  /** Whether only the user may call the operation. A super user who acts in the name of the user is refused. */
  readonly personal?: true
  /** Whether this GET changes data, as a few GETs of the product's API do. Like a POST, it is then accepted only from our own pages. */
  readonly changesState?: true
  /**
   * Why the change that this operation makes is not recorded in the audit log. Without this reason, an operation that changes data and
   * writes no audit entry fails its test.
   */
  readonly unaudited?: string
  /** Callers may use an API token of this type in place of a session. */
  readonly token?: 'ingest' | 'api'
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /**
   * Schema of a JSON reply. Replies of the type `binary` are pictures and files. Replies of the types `event-stream` and `websocket` stay
   * open and send live messages.
   */
  readonly reply?: R
  readonly replyType?: 'json' | 'binary' | 'event-stream' | 'websocket'
  /** The body is a raw upload of one of these types, not JSON. */
  readonly uploads?: readonly string[]
  /** Maximum size of the body in bytes. Overrides the value that `bodyLimitOf` gives for this kind of operation. */
  readonly maxBytes?: number
  readonly errors?: readonly ErrorCode[]
  /**
   * Whether this GET may also be sent as a POST with X-HTTP-Method-Override: GET. Its body is then added to the query. On a POST that only
   * reads: whether it may be sent with this header as well, which changes nothing.
   */
  readonly override?: true
  /** Whether pages call the operation by themselves, even if the user is inactive. Such a call does not keep a session alive. */
  readonly background?: true
}

/** Whether the reply is a connection that stays open and sends live messages. */
export const staysOpen = ({ replyType }: Operation): boolean =>
  replyType === 'event-stream' || replyType === 'websocket'

/**
 * Whether an operation may be registered without a transaction of a company: public, signed and login operations, and those whose reply is
 * not JSON.
 */
export const mayOpenNoTransaction = ({ scope, replyType = 'json' }: Operation): boolean =>
  scope === 'public' || scope === 'signed' || scope === 'login' || replyType !== 'json'

/** Declares an operation; keeps the literal types of its schemas. */
export function operation<
  P extends $ZodType | undefined = undefined,
  Q extends $ZodType | undefined = undefined,
  B extends $ZodType | undefined = undefined,
  R extends $ZodType | undefined = undefined,
  const S extends Scope = Scope,
>(definition: Operation<P, Q, B, R> & { readonly scope: S }): Operation<P, Q, B, R> & { readonly scope: S } {
  return definition
}

type Out<S> = S extends $ZodType ? output<S> : undefined
type In<S> = S extends $ZodType ? input<S> : undefined

export type ParamsOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? Out<P> : never
export type QueryOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? Out<Q> : never
export type BodyOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? Out<B> : never
export type ReplyOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R> ? Out<R> : never
/** The query that a caller passes, before defaults are filled in. */
export type QueryInput<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? In<Q> : never
export type BodyInput<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? In<B> : never
export type ParamsInput<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? In<P> : never
