import type { ImportColumn, ImportLine, ImportProblem } from '@winnow/contract'
import { flagOf, problemsOf, type Cells } from './read-line.ts'

export type NodeKind = 'client' | 'site' | 'camera'

/** The values of a node that a file can set, by column of the file. */
export interface NodeValues {
  site_timezone?: string | null
  integration?: string
  thermal?: boolean
  active?: boolean
  channel?: string | null
  device_model?: string | null
  sensitivity?: number
}

/** An existing or planned client, site or camera. */
export interface Node {
  id: string
  kind: NodeKind
  /** The id of the node above: the company of a client, the client of a site, or the site of a camera. */
  parentId: string
  name: string
  key: string | null
  values: NodeValues
  isNew: boolean
  /** For each column with a value of this node, the number of the first line that gives the value. */
  setBy: Map<string, number>
}

export type KnownNode = Omit<Node, 'isNew' | 'setBy'>

/** The plan of a line. `nodes` contains the nodes that the line creates or changes: first the client, then the site and the camera. */
export interface LinePlan extends Pick<ImportLine, 'line' | 'action' | 'creates' | 'changes' | 'problems'> {
  nodes: Node[]
  /** The site that the line names; undefined if it names none. */
  site: Node | undefined
  /** The last node that the line names; undefined if the line has a problem. */
  last: Node | undefined
  /** The last node that the line names, if it existed before the import. */
  known: Node | undefined
}

const KINDS = ['client', 'site', 'camera'] as const
const KEY_OF = { client: 'client_key', site: 'site_key', camera: 'camera_key' } as const
const COLUMNS_OF: Record<NodeKind, readonly (keyof NodeValues)[]> = {
  client: [],
  site: ['site_timezone'],
  camera: ['integration', 'thermal', 'active', 'channel', 'device_model', 'sensitivity'],
}
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function valueOf(column: keyof NodeValues, text: string): string | boolean | number | undefined {
  if (column === 'thermal' || column === 'active') return flagOf(text)
  return column === 'sensitivity' ? Number(text) : text
}

/** The nodes that lines can refer to: the nodes of the company that are named by lines, and the nodes that earlier lines create. */
export class NodeIndex {
  readonly #byId = new Map<string, Node>()
  readonly #byKey = new Map<string, Node[]>()
  readonly #byName = new Map<string, Node>()

  /** Adds an existing node of the company. Does nothing if the index already contains a node with its id. */
  add(known: KnownNode): void {
    if (!this.#byId.has(known.id)) this.put({ ...known, isNew: false, setBy: new Map() })
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

  byKey(kind: NodeKind, key: string): readonly Node[] {
    const named = this.#byKey.get(`${kind} ${key}`)
    if (named) return named
    const byId = this.#byId.get(key.toLowerCase())
    return byId?.kind === kind && !byId.isNew ? [byId] : []
  }

  byName(kind: NodeKind, parentId: string, name: string): Node | undefined {
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

const nameKey = (kind: NodeKind, parentId: string, name: string) => `${kind} ${parentId} ${name.toLowerCase()}`

/** The problem because of which a line cannot be imported. Throwing it ends the planning of the line. */
class LineProblem extends Error {
  readonly problem: ImportProblem
  constructor(code: ImportProblem['code'], column: ImportColumn, otherLine: number | null = null) {
    super(code)
    this.problem = { code, column, otherLine }
  }
}

interface Line {
  line: number
  cells: Cells
}

interface Deps {
  index: NodeIndex
  companyId: string
  newId: () => string
}

/** A change that is made once the whole line is known to be free of problems. */
type Change = () => void

interface Step {
  node: Node
  creates: boolean
  changes: ImportColumn[]
  make: Change[]
}

/** Finds the node of one kind that a line names; undefined if it neither exists nor is planned. */
function find(kind: NodeKind, cells: Cells, parentId: string, index: NodeIndex): Node | undefined {
  const key = cells[KEY_OF[kind]]
  const name = cells[kind]
  if (key !== undefined) {
    const [found, second] = index.byKey(kind, key)
    if (second) throw new LineProblem('KEY_TWICE', KEY_OF[kind])
    if (found && found.parentId !== parentId) throw new LineProblem('ELSEWHERE', KEY_OF[kind])
    if (found) return found
    if (UUID.test(key)) throw new LineProblem('UNKNOWN_ID', KEY_OF[kind])
  }
  const named = name === undefined ? undefined : index.byName(kind, parentId, name)
  if (!named || key === undefined) return named
  // The node was found by its name. If it has no key, it gets the key of the line later. If it has another key, it is a different node.
  if (named.key !== null) throw new LineProblem('NAME_TAKEN', kind)
  return named
}

/** Compares the values that a line gives with the values of its node. Returns the columns that differ, and the changes to make. */
function changesOf(node: Node, cells: Cells, line: number): { changes: ImportColumn[]; make: Change[] } {
  const changes: ImportColumn[] = []
  const make: Change[] = []
  for (const column of COLUMNS_OF[node.kind]) {
    const text = cells[column]
    if (text === undefined) continue
    const value = valueOf(column, text)
    const isSame = node.values[column] === value
    const earlier = node.setBy.get(column)
    if (!isSame && earlier !== undefined) throw new LineProblem('DIFFERS', column, earlier)
    make.push(() => {
      node.setBy.set(column, earlier ?? line)
      Object.assign(node.values, { [column]: value })
    })
    if (!isSame) changes.push(column)
  }
  return { changes, make }
}

function identityOf(
  node: Node,
  cells: Cells,
  line: number,
  index: NodeIndex,
): { changes: ImportColumn[]; make: Change[] } {
  const { kind } = node
  const [key, name] = [cells[KEY_OF[kind]], cells[kind]]
  const changes: ImportColumn[] = []
  const make: Change[] = []
  if (key !== undefined && node.key === null && key.toLowerCase() !== node.id) {
    changes.push(KEY_OF[kind])
    make.push(() => index.giveKey(node, key))
  }
  if (name !== undefined && name !== node.name) {
    const earlier = node.setBy.get(kind)
    if (earlier !== undefined) throw new LineProblem('DIFFERS', kind, earlier)
    const taken = index.byName(kind, node.parentId, name)
    if (taken && taken !== node) throw new LineProblem('NAME_TAKEN', kind)
    changes.push(kind)
    make.push(() => index.rename(node, name))
  }
  if (name !== undefined && !node.setBy.has(kind)) make.push(() => node.setBy.set(kind, line))
  return { changes, make }
}

function stepOf(kind: NodeKind, { line, cells }: Line, parentId: string, { index, newId }: Deps): Step {
  const found = find(kind, cells, parentId, index)
  if (found) {
    const mentioned = kind === 'camera' ? found.setBy.get('line') : undefined
    if (mentioned !== undefined)
      throw new LineProblem('DUPLICATE', cells.camera === undefined ? 'camera_key' : kind, mentioned)
    const [identity, values] = [identityOf(found, cells, line, index), changesOf(found, cells, line)]
    const make = [...identity.make, ...values.make, () => found.setBy.set('line', line)]
    return { node: found, creates: false, changes: [...identity.changes, ...values.changes], make }
  }
  const name = cells[kind]
  if (name === undefined) throw new LineProblem('REQUIRED', kind)
  const key = cells[KEY_OF[kind]] ?? null
  const setBy = new Map([
    [kind as string, line],
    ['line', line],
  ])
  const node: Node = { id: newId(), kind, parentId, name, key, values: {}, isNew: true, setBy }
  const { make } = changesOf(node, cells, line)
  return { node, creates: true, changes: [], make: [() => index.put(node), ...make] }
}

const namesKind = (kind: NodeKind, cells: Cells) => cells[kind] !== undefined || cells[KEY_OF[kind]] !== undefined

/**
 * Plans one line with the index of the company's nodes and of the nodes that earlier lines create. The lines must be planned in the order
 * of the file. If a line has a problem, none of its changes is planned, so that no line is imported in part.
 */
export function planLine(line: number, cells: Cells, deps: Deps): LinePlan {
  const nothing = { line, creates: [], changes: [], nodes: [], site: undefined, last: undefined, known: undefined }
  const own = problemsOf(cells)
  if (own.length > 0) return { ...nothing, action: 'problem', problems: own }
  try {
    const steps: Step[] = []
    for (const kind of KINDS) {
      if (!namesKind(kind, cells)) break
      steps.push(stepOf(kind, { line, cells }, steps.at(-1)?.node.id ?? deps.companyId, deps))
    }
    for (const change of steps.flatMap(({ make }) => make)) change()
    const creates = steps.filter((step) => step.creates).map(({ node }) => node.kind)
    const changes = steps.flatMap((step) => step.changes)
    const action = creates.length > 0 ? 'create' : changes.length > 0 ? 'update' : 'none'
    const nodes = steps.filter((step) => step.creates || step.changes.length > 0).map(({ node }) => node)
    const last = steps.at(-1)?.node
    const known = last?.isNew ? undefined : last
    return { line, action, creates, changes, problems: [], nodes, site: steps[1]?.node, last, known }
  } catch (error) {
    if (error instanceof LineProblem) return { ...nothing, action: 'problem', problems: [error.problem] }
    throw error
  }
}
