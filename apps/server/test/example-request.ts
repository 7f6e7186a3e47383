import { API_BASE, type Method, type Operation, type ScopeRef } from '@winnow/contract'
import { findExample, SOME_ID } from '@winnow/contract/examples'

/** The places of an operation with ids that the gate resolves. */
export const refsOf = ({ scope }: Operation): readonly ScopeRef[] => (typeof scope === 'object' ? scope : [])

/** The start of a picture, for operations that accept raw uploads. */
const UPLOAD = Buffer.from('/9j/', 'base64')

/** Returns the id for a place in a request, or undefined if the place stays empty. */
type IdAt = (ref: ScopeRef) => string | undefined

export interface ExampleRequest {
  method: Method
  url: string
  headers: Record<string, string>
  payload?: Buffer | Record<string, unknown>
}

/**
 * A request from the operation's example, for `app.inject`. It contains only the scope's ids that `idAt` returns.
 * @param otherId the value of other ids in the path
 */
export function requestOf(operation: Operation, idAt: IdAt, otherId = SOME_ID): ExampleRequest {
  const example = findExample(operation)
  const params: Record<string, string> = { ...example?.params }
  const query: Record<string, string | string[]> = { ...example?.query }
  const body: Record<string, unknown> | undefined = operation.body ? { ...(example?.body as object) } : undefined
  for (const ref of refsOf(operation)) {
    const id = idAt(ref)
    const place = ref.in === 'path' ? params : ref.in === 'query' ? query : body
    if (place === undefined) continue
    if (id === undefined) delete place[ref.at]
    // In a query, a list is a name that occurs several times. With two values, code that reads the query without the schema gets a list
    // too.
    else if (ref.many && ref.in === 'query') place[ref.at] = [id, id]
    else place[ref.at] = ref.many ? [id] : id
  }
  const path = operation.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? otherId)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
  ).toString()
  return {
    method: operation.method,
    url: `${API_BASE}${path}${search ? `?${search}` : ''}`,
    headers: { 'x-requested-with': 'winnow', ...(operation.uploads ? { 'content-type': 'image/jpeg' } : {}) },
    ...(operation.uploads ? { payload: UPLOAD } : body ? { payload: body } : {}),
  }
}
