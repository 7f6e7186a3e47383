// Every action that the server audits must be in the contract's list, from which the console has its texts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_ACTIONS, PERMISSIONS } from '@winnow/contract'
import { expect, it } from 'vitest'

const MODULES = join(import.meta.dirname, '..')
/** Lines with an action and a code in quotes. */
const NAMES_ACTION = /action|entry\(|change\(|\b(?:require|release|reset): '/i
const CODE = /'([a-z-]+\.[a-z-]+)'/g

const written = globSync('**/*.ts', { cwd: MODULES })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => readFileSync(join(MODULES, file), 'utf8').split('\n'))
  .filter((line) => NAMES_ACTION.test(line))
  .flatMap((line) => [...line.matchAll(CODE)].map(([, code]) => code ?? ''))
  .filter((code) => !PERMISSIONS.some((permission) => permission === code))

it('every action that is audited is in the contract', () => {
  expect(written.length).toBeGreaterThan(50)
  expect([...new Set(written)].filter((code) => !AUDIT_ACTIONS.some((known) => known === code))).toEqual([])
})
