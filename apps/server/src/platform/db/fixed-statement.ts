import type { CompiledQuery } from 'kysely'
import type { Db } from './transaction.ts'

/** Marks the place of a value in a statement that is built before the value is known. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** The part of a handle or a transaction that builds statements. */
type Builder = Pick<Db, 'selectFrom' | 'getExecutor'>

/**
 * A statement whose text never changes. It is built once, since building a statement costs about as much as sending it.
 * @param build builds the query from placeholders; it can use them only as values in the query
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
