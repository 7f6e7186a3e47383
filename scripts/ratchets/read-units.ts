import { parseSync } from 'oxc-parser'

/** A node of the syntax tree, as ESTree has it. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** The nodes of a node's field: one, several or none. */
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

/** The declarations at a file's top level, and its imports. */
export interface Units {
  declared: ReadonlyMap<string, Node>
  /** By the local name. */
  imported: ReadonlyMap<string, { specifier: string; name: string }>
  /** `export { a } from './b.ts'`, by the name under which it is exported. */
  exported: ReadonlyMap<string, { specifier: string; name: string }>
  /** `export * from './b.ts'` */
  exportedAll: readonly string[]
}

/** @throws {SyntaxError} when the text is no TypeScript */
export function readUnits(file: string, text: string): Units {
  const { program, module, errors } = parseSync(file, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}`)
  const declared = new Map<string, Node>()
  for (const statement of nodesOf(program.body)) {
    const inner = isNode(statement['declaration']) ? statement['declaration'] : statement
    declare(inner, declared)
  }
  const imported = new Map<string, { specifier: string; name: string }>()
  for (const { entries, moduleRequest } of module.staticImports)
    for (const { importName, localName, isType } of entries)
      if (!isType) imported.set(localName.value, { specifier: moduleRequest.value, name: importName.name ?? 'default' })
  const exported = new Map<string, { specifier: string; name: string }>()
  const exportedAll: string[] = []
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName } of entries) {
      if (!moduleRequest) continue
      if (exportName.name && importName.name)
        exported.set(exportName.name, { specifier: moduleRequest.value, name: importName.name })
      else exportedAll.push(moduleRequest.value)
    }
  return { declared, imported, exported, exportedAll }
}

function declare(node: Node, into: Map<string, Node>): void {
  for (const declarator of nodesOf(node['declarations'])) declare(declarator, into)
  for (const id of nodesOf(node['id']))
    if (id.type === 'Identifier' && !node.type.startsWith('TS')) into.set(String(id['name']), node)
}

/** By type of node: the field with the name of a property. Such a name refers to no declaration, unless it is computed (`a[b]`). */
const keyOf: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
}
/** Type-only nodes that nevertheless contain values. */
const WITH_VALUES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** An enqueued job runs later and outside any request. */
const enqueues = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  nodesOf(callee).some(({ property }) => isNode(property) && property['name'] === 'enqueue')

function collect(node: Node, into: Set<string>): void {
  if (node.type.startsWith('TS') && !WITH_VALUES.has(node.type)) return
  if (node.type === 'Identifier') into.add(String(node['name']))
  const skipped = node['computed'] === true ? undefined : keyOf[node.type]
  for (const [key, value] of Object.entries(node)) {
    if (key === skipped) continue
    const children = Array.isArray(value) ? value : [value]
    for (const [at, child] of children.entries())
      if (isNode(child) && !(key === 'arguments' && at === 1 && enqueues(node))) collect(child, into)
  }
}

/**
 * The names that a piece of code uses.
 * @param within the declaration that contains the code. For names that are declared around the code, the names that these declarations use
 *   are included too
 */
export function namesIn(node: Node, within?: Node): Set<string> {
  const names = new Set<string>()
  collect(node, names)
  if (!within) return names
  const around = new Map<string, Node>()
  declareAround(within, node, around)
  // The set grows while the loop runs, so that the names in found declarations are looked up too.
  for (const name of names) {
    const local = around.get(name)
    if (local) collect(local, names)
  }
  return names
}

/** Finds the declarations in the blocks around a piece of code. */
function declareAround(outer: Node, code: Node, into: Map<string, Node>): void {
  if (outer.type === 'BlockStatement') for (const statement of nodesOf(outer['body'])) declare(statement, into)
  for (const child of Object.values(outer).flatMap(nodesOf))
    if (child !== code && child.start <= code.start && child.end >= code.end) declareAround(child, code, into)
}
