import type { Permission } from '@winnow/contract'

type Replaced<P extends string> = P extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : never

/** The key of a permission's text. It contains no dot, because a dot separates nested keys. */
export function rightKey<P extends Permission>(permission: P): Replaced<P> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type describes exactly this replacement
  return permission.replace('.', '_') as Replaced<P>
}
