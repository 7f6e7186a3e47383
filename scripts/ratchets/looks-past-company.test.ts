import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findLooksPastCompany } from './looks-past-company.ts'

const MODULE = 'apps/server/src/modules/some'
const IMPORT = `import { inSystem, inTenant } from '../../platform/db/transaction.ts'\n`
const HELPER = `${IMPORT}export const look = (db) => inSystem(db, (tx) => tx)\nexport const own = (db) => inTenant(db, '', (tx) => tx)\n`

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'winnow-looks-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The findings in a file of routes, beside other files of its module. */
function found(routes: string, others: Record<string, string> = {}): string[] {
  const texts: Record<string, string> = { 'routes.ts': routes, ...others }
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, MODULE, name)), { recursive: true })
    writeFileSync(join(root, MODULE, name), text)
  }
  const files = Object.keys(texts).map((name) => `${MODULE}/${name}`)
  return findLooksPastCompany(root, files).map(
    ({ file, line, message }) => `${file.split('/').at(-1)} ${line} ${message}`,
  )
}
const inRoutes = (body: string) => `${IMPORT}export function registerSome(register, db) {\n${body}\n}\n`

it.each(['register', 'register.read', 'register.write'])(
  'a handler given to %s that switches row-level security off',
  (by) => {
    expect(found(inRoutes(`${by}(getSite, () => inSystem(db, (tx) => tx))`))).toEqual([
      'routes.ts 3 getSite looks past its company: inSystem',
    ])
  },
)

it.each(['login', 'getSession', 'getSignedFrame', 'impersonate', 'getDetectors'])(
  'is allowed for %s, as for all public, login and provider operations',
  (operation) => {
    expect(found(inRoutes(`register(${operation}, () => inSystem(db, (tx) => tx))`))).toEqual([])
  },
)

it('is found in functions that the handler calls, in other files and through an index', () => {
  const others = { 'index.ts': `export { look, own } from './helper.ts'\n`, 'helper.ts': HELPER }
  const routes = (called: string) =>
    `import { ${called} } from './index.ts'\nconst middle = () => ${called}()\n${inRoutes('register.read(getSite, () => middle())')}`
  expect(found(routes('look'), others)).toEqual([
    'routes.ts 5 getSite looks past its company: middle → look → inSystem',
  ])
  expect(found(routes('own'), others)).toEqual([])
})

it('is found in declarations around the handler, and not in those that only have the same name elsewhere', () => {
  const around = 'const change = () => inSystem(db, (tx) => tx)\nregister.write(deleteSite, () => change())'
  expect(found(inRoutes(around))).toEqual(['routes.ts 4 deleteSite looks past its company: inSystem'])
  const elsewhere =
    'register.write(deleteSite, ({ change }) => change())\nregister(login, () => { const change = inSystem(db); return change })'
  expect(found(inRoutes(elsewhere))).toEqual([])
})

it('is not found in an enqueued job or in a type', () => {
  const others = { 'helper.ts': `${HELPER}export const job = { run: () => look() }\n` }
  expect(
    found(
      `import { job } from './helper.ts'\n${inRoutes('register.write(deleteSite, ({ tx, queue }) => queue.enqueue(tx, job, {}))')}`,
      others,
    ),
  ).toEqual([])
  expect(
    found(`import { job } from './helper.ts'\n${inRoutes('register.write(deleteSite, () => job.run())')}`, others),
  ).toHaveLength(1)
  expect(
    found(
      `import type { look } from './helper.ts'\n${inRoutes('register.write(deleteSite, (x: typeof look) => x)')}`,
      others,
    ),
  ).toEqual([])
})
