import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@winnow/contract'
import type { Operation } from '@winnow/contract'

const MODULES = join(import.meta.dirname, '../src/modules')

const sources = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|table|fixture)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(MODULES, file), 'utf8') }))

const nameOf = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))

/** The module that registers an operation, or `<its module>` if none does. */
export function moduleOf(operation: Operation): string {
  const registers = new RegExp(`register(\\.read|\\.write)?\\(\\s*${nameOf.get(operation)}\\b`)
  return sources.find(({ text }) => registers.test(text))?.file.split('/')[0] ?? '<its module>'
}
