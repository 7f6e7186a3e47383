import { needsWritingGrant, type Operation, type ScopedKind, type ScopeRef } from '@winnow/contract'
import type { NodePermission } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from './actor.ts'
import { AppError, notFound } from './app-error.ts'

/** The checks that the platform needs to authorise a request: who the caller is, and which objects the caller may use. */
export interface Gatekeeper {
  /**
   * Finds the caller by session cookie or bearer token; undefined without a valid one.
   * @param isBackground the page sends the request without an action of the user, so the request does not keep the session alive
   */
  authenticate(request: FastifyRequest, isBackground: boolean): Promise<Actor | undefined>
  /** The company of each of these objects, for operators of the installation. Ids that do not exist are left out. */
  companiesOf(kind: ScopedKind, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * The caller's permissions on the objects that ids name. Ids that do not exist, belong to another tenant or are not granted are left out.
   * @param named.parentId the parent that all objects must belong to, for kinds that have a parent
   * @param named.tx a transaction of the caller's company. If undefined, the function opens a transaction
   */
  permissionsOn(
    actor: Actor,
    ref: ScopeRef,
    named: { ids: readonly string[]; parentId: string | undefined; tx: Tx | undefined },
  ): Promise<ReadonlyMap<string, NodePermission>>
}

/** An id that no object has. It replaces the ids of a filter if the caller may see none of them. */
export const NOTHING = '00000000-0000-0000-0000-000000000000'

/** The company that a request is about. */
export interface Reach {
  /** The caller's company. For operators of the installation, the company of the objects that the request names. */
  companyId: string
  /** The ids of objects of any company that an operator of the installation has named. */
  anywhere: ReadonlySet<string>
}

const sourceOf = (request: FastifyRequest, ref: ScopeRef): unknown => {
  const source = ref.in === 'path' ? request.params : ref.in === 'query' ? request.query : request.body
  return (source as Record<string, unknown> | undefined)?.[ref.at]
}

function replaceIds(request: FastifyRequest, ref: ScopeRef, value: unknown): void {
  const source = (ref.in === 'query' ? request.query : request.body) as Record<string, unknown>
  source[ref.at] = value
}

const refsOf = ({ scope }: Operation): readonly ScopeRef[] => (typeof scope === 'object' ? scope : [])

const mayNameAny = (actor: Actor, ref: ScopeRef): boolean =>
  ref.anyCompany === true && actor.permissions.has('companies.manage')

function idsAt(request: FastifyRequest, ref: ScopeRef): readonly string[] | undefined {
  const value = sourceOf(request, ref)
  if (value === undefined || value === null) return undefined
  return (ref.many ? value : [value]) as string[]
}

/** Finds the company of a request. @throws Error when an operator of the installation names objects of two companies */
export async function findReach(
  operation: Operation,
  gate: Gatekeeper,
  request: FastifyRequest,
  actor: Actor,
): Promise<Reach> {
  const anywhere = new Set<string>()
  const companies = new Set<string>()
  for (const ref of refsOf(operation)) {
    const ids = mayNameAny(actor, ref) ? idsAt(request, ref) : undefined
    if (!ids) continue
    for (const [id, companyId] of await gate.companiesOf(ref.kind, ids)) {
      anywhere.add(id)
      companies.add(companyId)
    }
  }
  if (companies.size > 1) throw new Error(`operation ${operation.id} names things of several companies`)
  const [companyId = actor.companyId] = companies
  return { companyId, anywhere }
}

/** The error for an id that the caller may not use. It names the field, since a body can hold several ids; the address says it by itself. */
function missing({ in: part, at }: ScopeRef): AppError {
  if (part === 'path') return notFound()
  return new AppError('NOT_FOUND', 'Not found', { fields: [{ field: at, message: 'Not found' }] })
}

/** The ids in one part of a request, and whether the caller may change all of them. */
async function checkRef(
  gate: Gatekeeper,
  request: FastifyRequest,
  { actor, ref, anywhere, tx }: { actor: Actor; ref: ScopeRef; anywhere: Reach['anywhere']; tx: Tx | undefined },
): Promise<NodePermission> {
  const ids = idsAt(request, ref)
  if (ids === undefined) {
    if (ref.optional) return 'write'
    throw missing(ref)
  }
  if (mayNameAny(actor, ref)) {
    if (!ids.every((id) => anywhere.has(id))) throw missing(ref)
    return 'write'
  }
  const parentId = ref.childOf ? String((request.params as Record<string, unknown>)[ref.childOf]) : undefined
  const found = await gate.permissionsOn(actor, ref, { ids, parentId, tx })
  if (ref.foreign === 'empty') {
    const kept = ids.filter((id) => found.has(id))
    // A filter with only foreign ids must find nothing. If the ids were only removed, the filter would find everything.
    if (ref.many) replaceIds(request, ref, kept.length > 0 || ids.length === 0 ? kept : [NOTHING])
    else if (kept.length === 0) replaceIds(request, ref, NOTHING)
    return 'read'
  }
  if (!ids.every((id) => found.has(id))) throw missing(ref)
  return [...found.values()].includes('read') ? 'read' : 'write'
}

/**
 * Authorises a request or throws: first whether each object is visible to the caller (404), then whether they have the permission (403).
 * @param tx a transaction of the company of `reach`, if one is open
 */
export async function admit(
  operation: Operation,
  gate: Gatekeeper,
  request: FastifyRequest,
  { actor, anywhere, tx }: { actor: Actor; anywhere: Reach['anywhere']; tx: Tx | undefined },
): Promise<void> {
  const rights: NodePermission[] = []
  for (const ref of refsOf(operation)) rights.push(await checkRef(gate, request, { actor, ref, anywhere, tx }))
  const { permission } = operation
  if (operation.personal && actor.impersonator) throw new AppError('FORBIDDEN', 'Only the user themselves may do this')
  if (!permission) return
  if (!actor.permissions.has(permission) && actor.suspended)
    throw new AppError('COMPANY_SUSPENDED', 'Your account is suspended, only payment related pages are available')
  if (!actor.permissions.has(permission)) throw new AppError('FORBIDDEN', 'You have no access for this action')
  if (needsWritingGrant(operation) && rights.includes('read'))
    throw new AppError('FORBIDDEN', 'You may see this but not change it')
}
