import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as contract from '../../packages/contract/src/index.ts'
import type { Finding } from './compare-counts.ts'
import { namesIn, nodesOf, readUnits, type Node, type Units } from './read-units.ts'

const SERVER = /^apps\/server\/src\/.+\.ts$/
const IN_MODULE = /^apps\/server\/src\/modules\//
const TRANSACTIONS = 'apps/server/src/platform/db/transaction.ts'
/** The function that switches row-level security off without naming one of the listed queries. */
const SWITCH_OFF: ReadonlySet<string> = new Set(['inSystem', 'inSystemAtOnce'])

const OPERATIONS: Readonly<Record<string, unknown>> = contract

/**
 * Whether an operation is a request of a user in one company: neither public, nor part of a login, nor for provider
 * users.
 */
function isOfCompany(exported: string): boolean {
  const operation = contract.operations.find((one) => one === OPERATIONS[exported])
  if (!operation) return false
  return (operation.scope === 'self' || typeof operation.scope === 'object') && !contract.runsInstallation(operation)
}

/** `register(operation, …)`, `register.read(operation, …)` or `register.write(operation, …)`. */
function registeredBy({ type, callee, arguments: given }: Node): string | undefined {
  if (type !== 'CallExpression') return undefined
  const [called] = nodesOf(callee)
  const [by] = called?.type === 'MemberExpression' ? nodesOf(called['object']) : [called]
  const [operation] = nodesOf(given)
  return by?.['name'] === 'register' && operation?.type === 'Identifier' ? String(operation['name']) : undefined
}

function* callsIn(node: Node): Generator<Node> {
  if (node.type === 'CallExpression') yield node
  for (const child of Object.values(node).flatMap(nodesOf)) yield* callsIn(child)
}

/** A declaration with its file. */
interface Place {
  file: string
  name: string
}

/**
 * Finds operations of a company whose handlers can reach `inSystem`, with the path to it. It follows the names in the
 * handler to their declarations, then the names in these, through all files. It does not follow values that are passed
 * at run time, such as `deps.queue`, and jobs that a handler enqueues. `test/watch-handlers.ts` covers such cases: it
 * checks the statements that are sent to the database.
 */
export function findLooksPastCompany(root: string, files: readonly string[]): Finding[] {
  const units = new Map<string, Units>()
  const known = new Set(files.filter((file) => SERVER.test(file)))
  const unitsOf = (file: string): Units => {
    const found = units.get(file) ?? readUnits(file, readFileSync(join(root, file), 'utf8'))
    units.set(file, found)
    return found
  }

  /** Finds the declaration of a name that a file uses. Undefined if no file of the server declares it. */
  const placeOf = (file: string, name: string): Place | undefined => {
    const { declared, imported, exported, exportedAll } = unitsOf(file)
    if (declared.has(name)) return { file, name }
    const from = imported.get(name) ?? exported.get(name)
    const sources = from ? [from] : exportedAll.map((specifier) => ({ specifier, name }))
    for (const source of sources) {
      const target = posix.join(posix.dirname(file), source.specifier)
      if (target === TRANSACTIONS) return { file: target, name: source.name }
      const place = known.has(target) ? placeOf(target, source.name) : undefined
      if (place) return place
    }
    return undefined
  }

  /** The path from names in a file to the function that switches row-level security off. */
  const wayFrom = (file: string, names: Iterable<string>, seen: Set<string>): string[] | undefined => {
    for (const name of names) {
      const place = placeOf(file, name)
      if (!place) continue
      if (place.file === TRANSACTIONS) {
        if (SWITCH_OFF.has(place.name)) return [place.name]
        continue
      }
      const key = `${place.file} ${place.name}`
      if (seen.has(key)) continue
      seen.add(key)
      const node = unitsOf(place.file).declared.get(place.name)
      const way = node && wayFrom(place.file, namesIn(node), seen)
      if (way) return [place.name, ...way]
    }
    return undefined
  }

  return [...known]
    .filter((file) => IN_MODULE.test(file) && readFileSync(join(root, file), 'utf8').includes('register'))
    .flatMap((file) =>
      [...unitsOf(file).declared.values()].flatMap((unit) =>
        [...callsIn(unit)].flatMap((call) => {
          const operation = registeredBy(call)
          if (operation === undefined || !isOfCompany(operation)) return []
          const way = wayFrom(file, namesIn(call, unit), new Set())
          if (!way) return []
          const line = readFileSync(join(root, file), 'utf8').slice(0, call.start).split('\n').length
          return [{ file, line, message: `${operation} looks past its company: ${way.join(' → ')}` }]
        }),
      ),
    )
}
