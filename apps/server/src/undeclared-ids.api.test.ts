// Tests places of ids that the gate does not resolve, because only the handler knows their meaning. Every place of the contract is either
// declared, and tested in `isolation.api.test.ts`, or listed in a module's `undeclared-ids.table.ts` with the reason and an attempt.
import { operations, type Operation } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectTables } from '../test/collect-tables.ts'
import { refsOf } from '../test/example-request.ts'
import { idPlaces } from '../test/id-places.ts'
import { moduleOf } from '../test/module-of.ts'
import { openUndeclaredLab, type Undeclared, type UndeclaredLab } from '../test/undeclared-lab.ts'

const UNDECLARED = await collectTables<Undeclared>('undeclared-ids')

let lab: UndeclaredLab
beforeAll(async () => {
  lab = await openUndeclaredLab()
})
afterAll(() => lab.server.close())

const declaredOf = (operation: Operation): string[] =>
  refsOf(operation).map((ref) => `${ref.in} ${ref.at}${ref.many ? '[]' : ''}`)

/** Places of ids that the operation's scope does not declare. */
const undeclaredOf = (operation: Operation): string[] =>
  idPlaces(operation)
    .filter((place) => !declaredOf(operation).includes(place))
    .map((place) => `${operation.id} ${place}`)

describe('a place where an id can occur', () => {
  it('is either declared in the scope of its operation or tested by its module', () => {
    const untried = operations.flatMap((operation) =>
      undeclaredOf(operation)
        .filter((place) => !UNDECLARED[place])
        .map(
          (place) =>
            `${place}: declare it in the scope, or try it in apps/server/src/modules/${moduleOf(operation)}/undeclared-ids.table.ts`,
        ),
    )
    expect(untried).toEqual([])
  })

  it('exists and is undeclared if a module tests it', () => {
    const places = new Set(operations.flatMap(undeclaredOf))
    expect(Object.keys(UNDECLARED).filter((place) => !places.has(place))).toEqual([])
  })

  it('exists if a scope declares it', () => {
    for (const operation of operations)
      expect(idPlaces(operation), operation.id).toEqual(expect.arrayContaining(declaredOf(operation)))
  })

  it.each(Object.entries(UNDECLARED).map(([place, { why, attempt }]) => [place, why, attempt] as const))(
    'reveals no data of another tenant: %s (%s)',
    async (_place, _why, attempt) => {
      await expect(attempt(lab)).resolves.toBeUndefined()
    },
  )
})
