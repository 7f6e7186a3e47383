import { IMPORT_NODES, type ImportColumn, type ImportLine, type ImportNode, type ImportProblem } from '@winnow/contract'
import { COLUMNS, KEY_OF, VALUES_OF } from './columns.ts'
import type { Node, NodeIndex } from './node-index.ts'
import { brokenCells, isSame, missingCells, valueOf } from './read-cell.ts'
import type { Cells } from './read-line.ts'
import { newProducts, type ProductRooms } from './product-rooms.ts'

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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
  /** For how many further cameras the products can be switched on. */
  rooms: ProductRooms
  /** Whether a program imports the file. People cannot change cameras that programs created. */
  isProgram: boolean
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
function find(kind: ImportNode, cells: Cells, parentId: string, index: NodeIndex): Node | undefined {
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
function changesOf(node: Node, { line, cells }: Line): { changes: ImportColumn[]; make: Change[] } {
  const changes: ImportColumn[] = []
  const make: Change[] = []
  for (const { name, field } of VALUES_OF[node.kind]) {
    const cell = cells[name]
    if (cell === undefined) continue
    const old = node.values[name]
    const isOld = isSame(name, old, cell)
    const earlier = node.setBy.get(name)
    if (!isOld && earlier !== undefined) throw new LineProblem('DIFFERS', name, earlier)
    make.push(() => node.setBy.set(name, earlier ?? line))
    if (isOld) continue
    const value = valueOf(name, cell)
    changes.push(name)
    make.push(() => {
      if (!node.before.has(field)) node.before.set(field, old ?? null)
      node.values[name] = value
    })
  }
  return { changes, make }
}

/** Takes the room for the products that a line switches on. */
function takeRooms(node: Node, cells: Cells, rooms: ProductRooms): Change[] {
  if (node.kind !== 'camera' || cells.products === undefined) return []
  const wanted = valueOf('products', cells.products)
  return newProducts(node.isNew ? undefined : node.values.products, wanted).map((product) => {
    const refusal = rooms.refusalOf(product)
    if (refusal) throw new LineProblem(refusal, 'products')
    return () => rooms.take(product)
  })
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
    make.push(() => {
      node.before.set('key', null)
      index.giveKey(node, key)
    })
  }
  if (name !== undefined && name !== node.name) {
    const earlier = node.setBy.get(kind)
    if (earlier !== undefined) throw new LineProblem('DIFFERS', kind, earlier)
    const taken = index.byName(kind, node.parentId, name)
    if (taken && taken !== node) throw new LineProblem('NAME_TAKEN', kind)
    changes.push(kind)
    make.push(() => {
      node.before.set('name', node.name)
      index.rename(node, name)
    })
  }
  if (name !== undefined && !node.setBy.has(kind)) make.push(() => node.setBy.set(kind, line))
  return { changes, make }
}

function stepOf(
  kind: ImportNode,
  { line, cells }: Line,
  parentId: string,
  { index, newId, rooms, isProgram }: Deps,
): Step {
  const found = find(kind, cells, parentId, index)
  if (found) {
    const mentioned = kind === 'camera' ? found.setBy.get('line') : undefined
    if (mentioned !== undefined)
      throw new LineProblem('DUPLICATE', cells.camera === undefined ? 'camera_key' : kind, mentioned)
    const [identity, values] = [identityOf(found, cells, line, index), changesOf(found, { line, cells })]
    const changes = [...identity.changes, ...values.changes]
    const [changed] = changes
    if (changed !== undefined && found.createdByApi && !isProgram) throw new LineProblem('VIEW_BY_API', changed)
    const make = [
      ...identity.make,
      ...values.make,
      ...takeRooms(found, cells, rooms),
      () => found.setBy.set('line', line),
    ]
    return { node: found, creates: false, changes, make }
  }
  const name = cells[kind]
  if (name === undefined) throw new LineProblem('REQUIRED', kind)
  const key = cells[KEY_OF[kind]] ?? null
  const setBy = new Map([
    [kind as string, line],
    ['line', line],
  ])
  const node: Node = { id: newId(), kind, parentId, name, key, values: {}, isNew: true, setBy, before: new Map() }
  const { make } = changesOf(node, { line, cells })
  return { node, creates: true, changes: [], make: [() => index.put(node), ...make, ...takeRooms(node, cells, rooms)] }
}

const namesKind = (kind: ImportNode, cells: Cells) => cells[kind] !== undefined || cells[KEY_OF[kind]] !== undefined

/** The nodes that a line names and that exist or are planned, without regard to its problems. */
function namedNodes(cells: Cells, { index, companyId }: Deps): Map<ImportNode, Node> {
  const nodes = new Map<ImportNode, Node>()
  try {
    for (const kind of IMPORT_NODES) {
      const parentId = kind === 'client' ? companyId : nodes.get(kind === 'site' ? 'client' : 'site')?.id
      const node = parentId === undefined ? undefined : find(kind, cells, parentId, index)
      if (!node) break
      nodes.set(kind, node)
    }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error
  }
  return nodes
}

/** The problems of the line itself. A cell that breaks a rule is none if it repeats an old value, from before the rule existed. */
function ownProblems(cells: Cells, deps: Deps): ImportProblem[] {
  const missing = missingCells(cells)
  const broken = brokenCells(cells)
  if (broken.length === 0) return missing
  const nodes = namedNodes(cells, deps)
  const repeats = (column: ImportColumn): boolean => {
    const node = nodes.get(COLUMNS[column].of)
    if (!node) return false
    const stored = { name: node.name, key: node.key, value: node.values[column] }
    return isSame(column, stored[COLUMNS[column].is], cells[column] ?? '')
  }
  return [...missing, ...broken.filter(({ column }) => !repeats(column))]
}

/**
 * Plans one line with the index of the company's nodes and of the nodes that earlier lines create. The lines must be planned in the order
 * of the file. If a line has a problem, none of its changes is planned, so that no line is imported in part.
 */
export function planLine(line: number, cells: Cells, deps: Deps): LinePlan {
  const nothing = { line, creates: [], changes: [], nodes: [], site: undefined, last: undefined, known: undefined }
  const own = ownProblems(cells, deps)
  if (own.length > 0) return { ...nothing, action: 'problem', problems: own }
  try {
    const steps: Step[] = []
    for (const kind of IMPORT_NODES) {
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
