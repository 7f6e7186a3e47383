import type { CompiledQuery } from 'kysely'
import type { Db } from './transaction.ts'

/** Stands in a statement for a value that comes later. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** What builds a statement: a handle or a transaction. */
type Builder = Pick<Db, 'selectFrom' | 'getExecutor'>

/**
 * A statement whose text never changes. It is built once, since building a statement costs about as much as sending it.
 * @param build gets placeholders for the values, and can use them only as values in the query
 */
export function fixedStatement<Values extends object, Row>(
  build: (db: Builder, values: Values) => CompiledQuery<Row>,
): (db: Builder, values: Values) => CompiledQuery<Row> {
  let built: CompiledQuery<Row> | undefined
  return (db, values) => {
    built ??= build(db, new Proxy(values, { get: (_values, name) => new Placeholder(name) }))
    const parameters = built.parameters.map((value) =>
      value instanceof Placeholder ? Reflect.get(values, value.name) : value,
    )
    return { ...built, parameters }
  }
}
