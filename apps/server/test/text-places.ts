import type { Operation } from '@winnow/contract'
import { SOME_ID } from '@winnow/contract/examples'
import { z } from 'zod'

/** A step on the path from the root of a value to a place in it: a property name, or one of the symbols below. */
type Step = string
const ITEM = '[]'
/** A step to a value of a record, under any name. */
const VALUE = '{}'
/** A step to a name in a record. */
const NAME = '{name}'

/** Finds the paths of texts in a JSON schema, including texts below lists, alternatives and records. */
function textsIn(schema: unknown, at: readonly Step[] = []): Step[][] {
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Record<string, unknown>
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (node[key] as unknown[] | undefined) ?? [])
  const prefix = (node.prefixItems as unknown[] | undefined) ?? []
  return [
    ...(node.type === 'string' ? [[...at]] : []),
    ...Object.entries((node.properties as object | undefined) ?? {}).flatMap(([name, field]) =>
      textsIn(field, [...at, name]),
    ),
    ...(node.propertyNames ? [[...at, NAME]] : []),
    ...textsIn(node.additionalProperties, [...at, VALUE]),
    ...[node.items, ...prefix].flatMap((item) => textsIn(item, [...at, ITEM])),
    ...alternatives.flatMap((one) => textsIn(one, at)),
  ]
}

/** Builds a value that contains a text at a place and nothing else. */
function holding(text: string, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return text
  if (step === NAME) return { [text]: 'x' }
  const below = holding(text, rest)
  return step === ITEM ? [below] : { [step === VALUE ? 'x' : step]: below }
}

/** One place of an operation that accepts a text, and a request with a text there. */
export interface TextPlace {
  operation: Operation
  place: string
  request(text: string): { path: string; query: string; body: unknown }
}

/** The path below /api with a text in one of its parameters. The other parameters contain an id. */
const pathOf = ({ path }: Operation, chosen?: { name: string; text: string }): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(name === chosen?.name ? chosen.text : SOME_ID))

const uniquePaths = (paths: Step[][]): Step[][] => [...new Map(paths.map((path) => [path.join('\n'), path])).values()]

/** Finds every place of an operation that accepts a text: the parts of its path and query, and the texts of its body. */
export function textPlaces(operation: Operation): TextPlace[] {
  const { path, query, body } = operation
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const asked = query ? Object.keys(z.toJSONSchema(query, { io: 'input' }).properties ?? {}) : []
  const texts = body ? uniquePaths(textsIn(z.toJSONSchema(body, { io: 'input' }))) : []
  const plain = { path: pathOf(operation), query: '', body: undefined }
  return [
    ...names.map((name) => ({
      operation,
      place: `path ${name}`,
      request: (text: string) => ({ ...plain, path: pathOf(operation, { name, text }) }),
    })),
    ...asked.map((name) => ({
      operation,
      place: `query ${name}`,
      request: (text: string) => ({ ...plain, query: `?${name}=${encodeURIComponent(text)}` }),
    })),
    ...texts.map((steps) => ({
      operation,
      place: `body ${steps.join('.')}`,
      request: (text: string) => ({ ...plain, body: holding(text, steps) }),
    })),
  ]
}
