import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '../../packages/contract/src/index.ts'
import type { Finding } from './compare-counts.ts'

/** The files in which modules register their handlers. */
const IN_MODULE = /^apps\/server\/src\/modules\/.+\.ts$/
const REGISTERED = /\bregister\(\s*(\w+),/g

/** Operations by the name under which the contract exports them. */
const OPERATIONS: Readonly<Record<string, unknown>> = contract

/** Whether an operation may use the old form of handlers. */
function isRightlyPlain(exported: string): boolean {
  const operation = contract.operations.find((one) => one === OPERATIONS[exported])
  if (!operation) throw new Error(`the contract has no operation ${exported}`)
  return contract.mayOpenNoTransaction(operation)
}

/** Finds operations of a company whose handlers do not use `register.read` or `register.write`: docs/handlers.md. */
export const findPlainHandlers = (root: string, files: readonly string[]): Finding[] =>
  files
    .filter((file) => IN_MODULE.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(REGISTERED)].flatMap((match) => {
        const [, exported = ''] = match
        if (isRightlyPlain(exported)) return []
        const line = text.slice(0, match.index).split('\n').length
        return [{ file, line, message: `${exported} is to be a register.read or a register.write` }]
      })
    })
