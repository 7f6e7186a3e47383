import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { safeParse } from 'zod/v4/core'
import { describe, expect, it } from 'vitest'
import { examples, findExample, needsExample, SOME_ID } from './examples.ts'
import * as contract from './index.ts'
import { operations, type Operation } from './index.ts'

const SRC = new URL('./', import.meta.url)
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!test|examples)\.ts$/.test(file),
)

/** The file of an operation's example: beside the file that declares the operation. */
function fileFor({ id }: Operation): string {
  const declares = sources.find((file) => readFileSync(new URL(file, SRC), 'utf8').includes(`'${id}'`))
  return `packages/contract/src/${(declares ?? '<area>.ts').replace(/\.ts$/, '.examples.ts')}`
}

describe('an example', () => {
  it('exists for every operation that takes more than ids', () => {
    const without = operations.filter((operation) => needsExample(operation) && !findExample(operation))
    expect(without.map((operation) => `${operation.id} has no example: add it to ${fileFor(operation)}`)).toEqual([])
  })

  it('is in the file beside its operation', () => {
    const nameOf = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))
    const apart = examples.filter(({ operation }) => {
      const file = new URL(fileFor(operation).replace('packages/contract/src/', ''), SRC)
      return !existsSync(file) || !readFileSync(file, 'utf8').includes(`example(${nameOf.get(operation)},`)
    })
    expect(apart.map(({ operation }) => `${operation.id}: its example belongs into ${fileFor(operation)}`)).toEqual([])
  })

  it('is the only one of its operation', () => {
    const ids = examples.map(({ operation }) => operation.id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it.each(examples.map((each) => [each.operation.id, each] as const))(
    'of %s is accepted by its schemas',
    (_id, each) => {
      const { path, params, query, body } = each.operation
      const ids = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, SOME_ID]))
      const refused = (
        [
          ['path', params, { ...ids, ...each.params }],
          ['query', query, each.query ?? {}],
          ['body', body, each.body],
        ] as const
      ).flatMap(([where, schema, value]) => {
        const parsed = schema && safeParse(schema, value)
        return parsed && !parsed.success ? [where, parsed.error] : []
      })
      expect(refused).toEqual([])
    },
  )
})
