import type { RawBuilder, SqlBool } from 'kysely'
import type { SealedColumn } from '../crypto/reseal-column.ts'
import type { Tx } from '../db/transaction.ts'
import type { DB } from '../db/types.generated.ts'

export type TableName = keyof DB

/** A rule by which rows of a table are deleted. A table without rules keeps its rows until somebody deletes them. */
export type Rule<Column extends string = string> =
  | {
      kind: 'days'
      column: Column
      /** Rows are deleted this many days after the time in the column. */
      days: number
      /** Limits the rule to some rows. */
      where?: RawBuilder<SqlBool>
      /** The most rows per transaction. Set it if deleting a backlog in one statement would exceed the statement timeout. */
      batch?: number
    }
  /** Rows are deleted after the retention time of their company. Their age is read from `id`. */
  | { kind: 'retention'; where?: RawBuilder<SqlBool> }
  /** Rows are deleted together with the row of `table` whose `id` is in the column, when the retention time deletes that row. */
  | { kind: 'with'; table: TableName; column: Column }
  /** `run` is called in a separate transaction, before or after the rules of kind `days`. */
  | { kind: 'run'; when: 'before' | 'after'; run: (tx: Tx, now: Date) => Promise<unknown> }

/** The properties of a table besides its columns. */
export interface TableFacts<Column extends string> {
  readonly rows: 'kept' | readonly Rule<Column>[]
  /** Columns with sealed secrets, and the context in which each is sealed. `id` must be a uuid. */
  readonly sealed?: { readonly [C in Column]?: SealedColumn['contextOf'] }
  /** Columns with keys of files in the media store, and the folder of these files. */
  readonly files?: { readonly [C in Column]?: `${string}/` }
}

/** The facts of some tables. */
export type Tables = { readonly [T in TableName]?: TableFacts<keyof DB[T] & string> }

/** One table with its facts. */
export interface Table {
  readonly name: TableName
  readonly rows: 'kept' | readonly Rule[]
  readonly sealed?: Readonly<Record<string, SealedColumn['contextOf']>>
  readonly files?: Readonly<Record<string, string>>
}

/** Tables that no module owns. The event bus and the job queue delete their own old rows. */
const PLATFORM_TABLES = {
  live_event: { rows: 'kept' },
  worker_heartbeat: { rows: 'kept' },
  system_setting: { rows: 'kept' },
} satisfies Tables

/** All tables of some modules and of the platform. @throws RangeError if two modules have the same table */
export function allTables(parts: readonly { tables?: Tables }[]): readonly Table[] {
  const found = new Map<string, Table>()
  for (const tables of [PLATFORM_TABLES, ...parts.map((part) => part.tables ?? {})])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all keys of `Tables` are names of tables
    for (const [name, facts] of Object.entries(tables) as [TableName, Omit<Table, 'name'>][]) {
      if (found.has(name)) throw new RangeError(`two modules have the table ${name}`)
      found.set(name, { ...facts, name })
    }
  return [...found.values()]
}

/** All columns with sealed secrets. */
export const sealedColumns = (tables: readonly Table[]): readonly SealedColumn[] =>
  tables.flatMap(({ name, sealed = {} }) =>
    Object.entries(sealed).map(([column, contextOf]) => ({ table: name, column, contextOf })),
  )

/** The columns of a table that contain keys of files. */
export const fileColumns = ({ files = {} }: Table): readonly string[] => Object.keys(files)
