import type { Operation } from '@winnow/contract'
import { z } from 'zod'

/** Finds the places of ids in a JSON schema, such as `grants[].id`, including places below lists, alternatives and records. */
function idsIn(schema: unknown, at = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => idsIn(each, at))
  if (typeof schema !== 'object' || schema === null) return []
  const below = Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'properties'
      ? Object.entries(value as object).flatMap(([name, field]) => idsIn(field, at ? `${at}.${name}` : name))
      : idsIn(value, key === 'items' ? `${at}[]` : at),
  )
  return 'format' in schema && schema.format === 'uuid' ? [at, ...below] : below
}

/** All places of ids in a request, from the operation's schemas, such as `body grants[].id`. */
export function idPlaces({ params, query, body }: Operation): string[] {
  const places = Object.entries({ path: params, query, body }).flatMap(([where, schema]) =>
    schema ? idsIn(z.toJSONSchema(schema, { io: 'input' })).map((at) => `${where} ${at}`) : [],
  )
  return [...new Set(places)]
}
