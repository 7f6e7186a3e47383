import { safeParse } from 'zod/v4/core'
import type { BodyInput, Operation } from './operation.ts'

/**
 * A valid request for an operation. It is used in the API description and in the tests that are generated from the contract. An id of our
 * own objects is a placeholder: the sender replaces it wherever the scope of the operation declares an id.
 */
export interface Example {
  readonly operation: Operation
  /** Path parameters that are not ids. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The reply if all ids belong to another company, for operations in which ids are only filters. If left out: status 200 without rows. */
  readonly nothing?: { readonly status: number; readonly body: object }
}

/** Declares the example of an operation, with a body of its type. */
export const example = <O extends Operation>(
  operation: O,
  request: Omit<Example, 'operation' | 'body'> & { readonly body?: BodyInput<O> },
): Example => ({ operation, ...request })

/** The id used in examples. No object has this id. */
export const SOME_ID = '01900000-0000-7000-8000-000000000001'

/** Whether a valid call needs more than ids: a body, or a required value in the path or the query that is not an id. */
export function needsExample({ path, params, query, body }: Operation): boolean {
  if (body !== undefined) return true
  const ids = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, SOME_ID]))
  return (
    (params !== undefined && !safeParse(params, ids).success) || (query !== undefined && !safeParse(query, {}).success)
  )
}
