import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { fixedStatement } from './fixed-statement.ts'
import type { DB } from './types.generated.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (handle) => new PostgresIntrospector(handle),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

it('a fixed statement is built once, and filled with the values of each use', () => {
  let built = 0
  const select = fixedStatement((handle, { name, before }: { name: string; before: Date }) => {
    built++
    const ofName = handle.selectFrom('company').select('id').where('name', '=', name)
    return ofName.where('theme', '=', 'default').where('created_at', '<', before).where('name', '=', name).compile()
  })
  const [first, second] = [new Date(1), new Date(2)]
  const [ours, theirs] = [select(db, { name: 'Ours', before: first }), select(db, { name: 'Theirs', before: second })]
  expect(ours.sql).toBe(
    'select "id" from "company" where "name" = $1 and "theme" = $2 and "created_at" < $3 and "name" = $4',
  )
  expect(ours.parameters).toEqual(['Ours', 'default', first, 'Ours'])
  expect(theirs.sql).toBe(ours.sql)
  expect(theirs.parameters).toEqual(['Theirs', 'default', second, 'Theirs'])
  expect(built).toBe(1)
})
