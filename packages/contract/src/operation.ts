import type { $ZodType, input, output } from 'zod/v4/core'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** A page sends it with what it asks for by itself while nobody is there: like a `background` operation, this keeps no session alive. */
export const BACKGROUND_HEADER = 'x-background'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The kinds of things that carry a tenant and whose ids can stand in a request. */
export type ScopedKind =
  | 'company'
  | 'project'
  | 'site'
  | 'view'
  | 'alarm'
  | 'note'
  | 'receiver'
  | 'delivery'
  | 'token'
  | 'signal'
  | 'user'

/**
 * One place in a request where an id of a tenant's thing stands. The server resolves each against the caller's company and grants
 * before the handler runs; the isolation test tries each with another tenant's id.
 */
export interface ScopeRef {
  readonly in: 'path' | 'query' | 'body'
  /** Name of the parameter or body field. */
  readonly at: string
  readonly kind: ScopedKind
  /** The field is a list of ids. */
  readonly many?: true
  readonly optional?: true
  /** This thing must belong to that other parameter (a note to its alarm). */
  readonly childOf?: string
  /** Open for reading also to those who were granted only something below it: the way there. The handler shows no more than that. */
  readonly way?: true
  /** Those who run the installation may name any company's; for everyone else it must be their own company's. */
  readonly anyCompany?: true
  /** What a foreign id gets: 404 for things that are addressed, an empty list for filters. */
  readonly foreign?: 'not-found' | 'empty'
}

/**
 * How an operation is scoped. `public`: no session. `self`: only what belongs to the caller. `login`: the same, and also open to
 * somebody in the middle of their login, who has shown the right password and not yet a second factor; the handler finds out who.
 * `signed`: the address itself carries a signature. A list: ids that stand in the request.
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
  /** The caller needs this; absent only on public, signed and self operations. */
  readonly permission?: Permission
  /** For the person themselves: refused to a super user who acts in their name. */
  readonly personal?: true
  /** A GET that changes something, as the product's API has a few: it must come from our own pages as if it were a POST. */
  readonly changesState?: true
  /** Callers may use an API token of this type in place of a session. */
  readonly token?: 'ingest' | 'api'
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** A schema for JSON; `binary` for pictures and files, `event-stream` for the live stream. */
  readonly reply?: R
  readonly replyType?: 'json' | 'binary' | 'event-stream'
  /** The body is a raw upload of one of these types, not JSON. */
  readonly uploads?: readonly string[]
  /** Bytes of the body at most, where it is not what `bodyLimitOf` says for operations of this kind. */
  readonly maxBytes?: number
  readonly errors?: readonly ErrorCode[]
  /** A GET that may be sent as POST with X-HTTP-Method-Override: GET. */
  readonly override?: true
  /** Pages call it by themselves, whether or not someone is there: it does not keep a session alive. */
  readonly background?: true
}

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
/** What a caller passes: query values before defaults are filled in. */
export type QueryInput<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R> ? In<Q> : never
export type BodyInput<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R> ? In<B> : never
export type ParamsInput<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R> ? In<P> : never
