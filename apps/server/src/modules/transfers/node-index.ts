import type { ImportColumn, ImportNode } from '@winnow/contract'
import type { Value } from './columns.ts'

/** The values of a node that a file can set, by column of the file. */
export type NodeValues = { [C in ImportColumn]?: Value }

/** An existing or planned client, site or camera. */
export interface Node {
  id: string
  kind: ImportNode
  /** The id of the node above: the company of a client, the client of a site, or the site of a camera. */
  parentId: string
  name: string
  key: string | null
  values: NodeValues
  isNew: boolean
  /** Whether it is a camera that a program created, so that only programs change it. */
  createdByApi?: boolean
  /** For each column with a value of this node, the number of the first line that gives the value. */
  setBy: Map<string, number>
  /** What the lines change, by the name of the value in the audit log: the value before, if the node is not new. */
  before: Map<string, Value>
}

export type KnownNode = Omit<Node, 'isNew' | 'setBy' | 'before'>

/** The nodes that lines can refer to: the nodes of the company that are named by lines, and the nodes that earlier lines create. */
export class NodeIndex {
  readonly #byId = new Map<string, Node>()
  readonly #byKey = new Map<string, Node[]>()
  readonly #byName = new Map<string, Node>()

  /** Adds an existing node of the company. Does nothing if the index already contains a node with its id. */
  add(known: KnownNode): void {
    if (!this.#byId.has(known.id)) this.put({ ...known, isNew: false, setBy: new Map(), before: new Map() })
  }

  put(node: Node): void {
    this.#byId.set(node.id, node)
    this.#byName.set(nameKey(node.kind, node.parentId, node.name), node)
    if (node.key !== null) this.#addKey(node, node.key)
  }

  #addKey(node: Node, key: string) {
    const at = `${node.kind} ${key}`
    this.#byKey.set(at, [...(this.#byKey.get(at) ?? []), node])
  }

  byKey(kind: ImportNode, key: string): readonly Node[] {
    const named = this.#byKey.get(`${kind} ${key}`)
    if (named) return named
    const byId = this.#byId.get(key.toLowerCase())
    return byId?.kind === kind && !byId.isNew ? [byId] : []
  }

  byName(kind: ImportNode, parentId: string, name: string): Node | undefined {
    return this.#byName.get(nameKey(kind, parentId, name))
  }

  rename(node: Node, name: string): void {
    this.#byName.delete(nameKey(node.kind, node.parentId, node.name))
    node.name = name
    this.#byName.set(nameKey(node.kind, node.parentId, name), node)
  }

  giveKey(node: Node, key: string): void {
    node.key = key
    this.#addKey(node, key)
  }
}

const nameKey = (kind: ImportNode, parentId: string, name: string) => `${kind} ${parentId} ${name.toLowerCase()}`
