/**
 * The kinds of objects. `named`: a request can contain ids of this kind, and each object of the kind belongs to a company. `audited`: audit
 * entries can refer to objects of this kind. The server defines the table of each kind and its place in the tree.
 */
const KINDS = {
  alarm: { named: true, audited: true },
  audit: { named: false, audited: true },
  company: { named: true, audited: true },
  delivery: { named: true, audited: true },
  detector: { named: false, audited: true },
  job: { named: true, audited: true },
  group: { named: true, audited: true },
  import: { named: true, audited: false },
  note: { named: true, audited: false },
  project: { named: true, audited: true },
  receiver: { named: true, audited: true },
  schedule: { named: true, audited: true },
  signal: { named: true, audited: false },
  site: { named: true, audited: true },
  token: { named: true, audited: true },
  user: { named: true, audited: true },
  view: { named: true, audited: true },
} as const

type KindWhere<Fact extends 'named' | 'audited'> = {
  [K in keyof typeof KINDS]: (typeof KINDS)[K][Fact] extends true ? K : never
}[keyof typeof KINDS]

/** A kind of object. */
export type Kind = keyof typeof KINDS
/** A kind whose ids can occur in a request. */
export type ScopedKind = KindWhere<'named'>
/** A kind to which audit entries can refer. */
export type AuditObject = KindWhere<'audited'>

const isKind = (text: string): text is Kind => text in KINDS
/** The kinds to which audit entries can refer. */
export const AUDIT_OBJECTS = Object.keys(KINDS).filter(
  (text): text is AuditObject => isKind(text) && KINDS[text].audited,
)
