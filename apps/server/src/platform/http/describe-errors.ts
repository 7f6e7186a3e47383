import { ERRORS, errorBody, errorsOf, type ErrorCode, type Operation } from '@winnow/contract'
import { z } from 'zod'
import type { ApiDocument } from './docs-page/open-api.ts'

const RESPONSES = '#/components/responses/'

/** The error codes of an operation, grouped by status. */
const byStatus = (operation: Operation): [status: number, codes: ErrorCode[]][] => [
  ...Map.groupBy(errorsOf(operation), (code) => ERRORS[code]),
]

/** A name for a set of codes, and for the reply that carries one of them. */
const nameOf = (codes: readonly ErrorCode[]): string => codes.join('.')

/** The codes of a referenced reply. */
export const codesOfReply = (ref: string): string[] => ref.replace(RESPONSES, '').split('.')

/** The schema of all error replies, and all replies that operations refer to. */
export function errorComponents(operations: readonly Operation[]): { schemas: object; responses: object } {
  const sets = operations.flatMap((operation) => byStatus(operation).map(([, codes]) => codes))
  const named = new Map(sets.map((codes) => [nameOf(codes), codes] as const))
  const replyOf = (codes: readonly ErrorCode[]) => ({
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
      },
    },
  })
  return {
    schemas: { Error: z.toJSONSchema(errorBody, { io: 'input' }) },
    responses: Object.fromEntries(
      [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, codes]) => [name, replyOf(codes)]),
    ),
  }
}

/** Adds the error replies of the contract to the operations of a document. */
export function describeErrors(document: ApiDocument, operations: readonly Operation[]): void {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  for (const methods of Object.values(document.paths ?? {}))
    for (const described of Object.values(methods)) {
      const operation = byId.get(described.operationId ?? '')
      if (!operation) continue
      const replies = byStatus(operation).map(([status, codes]) => [
        String(status),
        { $ref: RESPONSES + nameOf(codes) },
      ])
      described.responses = { ...described.responses, ...Object.fromEntries(replies) }
    }
}
