import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPlainHandlers } from './plain-handlers.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'winnow-handlers-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function found(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return findPlainHandlers(root, [file]).map(({ line, message }) => `${line} ${message.split(' ')[0]}`)
}

it('an operation of a company that opens its own transaction is found', () => {
  const text =
    '\n  register(getView, () => 1)\n  register.read(getSite, () => 1)\n  register.write(deleteSite, () => 1)\n'
  expect(found('apps/server/src/modules/tree/tree-routes.ts', text)).toEqual(['2 getView'])
})

it.each(['login', 'getSession', 'getSignedFrame', 'liveStream', 'exportAudit'])('%s is no finding', (open) => {
  expect(found('apps/server/src/modules/some/routes.ts', `register(${open}, () => 1)\n`)).toEqual([])
})

it('files outside of modules are ignored', () => {
  expect(found('apps/server/src/describe-api.ts', 'register(getView, nobody)\n')).toEqual([])
})
