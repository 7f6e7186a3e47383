import type { Namespace, Resources } from './texts/en.ts'

/** A text that depends on a count has one entry per plural form. Code refers to it by its key without the plural suffix. */
type WithoutPlural<K extends string> = K extends `${infer Text}_one` ? Text : K extends `${infer Text}_other` ? Text : K

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Leaves<T[K]>}`
}[keyof T & string]

type Keys = { [N in Namespace]: Leaves<Resources[N]> }

/** Keys prefixed with their namespace, e.g. `alarms:title`. */
export type QualifiedKey<N extends Namespace> = { [K in N]: `${K}:${Keys[K]}` }[N]

/**
 * The keys that `t` accepts for these namespaces: `title` from the only or first namespace, and `common:retry` from each namespace of a
 * list. All keys are computed once from the English texts. i18next computes them again for every overload of a call, which took a third of
 * the time of the type check.
 */
export type KeyOf<Ns> = Ns extends Namespace
  ? Keys[Ns]
  : Ns extends readonly [infer First extends Namespace, ...infer Others extends readonly Namespace[]]
    ? Keys[First] | QualifiedKey<First | Others[number]>
    : never

/** The values for the placeholders of a text; `count` also selects the plural form. */
interface TextValues {
  readonly count?: number
  readonly [name: string]: unknown
}

/** The only key left to i18next's own, slower signature. The compiler's message contains it when a key is wrong. */
type Hint = 'this key is missing in packages/i18n/locales/en'

// With this declaration, a key that English does not have is a compile error wherever `t` is used.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Record<Namespace, Record<Hint, string>>
    returnNull: false
  }
  // The compiler tries this signature before those that i18next declares. The type parameters must have the same names as in i18next.
  // oxlint-disable-next-line typescript/no-unused-vars
  interface TFunction<Ns, KPrefix> {
    (key: KeyOf<Ns> | readonly KeyOf<Ns>[], values?: TextValues): string
  }
}
