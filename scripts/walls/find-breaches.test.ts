// Each kind of forbidden import, in a separate file for the checker.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBreaches } from './find-breaches.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'winnow-walls-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The checker's findings in files with these texts. */
function breachesOf(files: Readonly<Record<string, string>>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return findBreaches(root, Object.keys(files)).map(({ file, line, message }) => `${file}:${line} ${message}`)
}

const SERVER = 'apps/server/src'
const WEB = 'apps/web/src'

const FORBIDDEN = [
  // The inside of a module, from each side.
  [`${SERVER}/modules/home/home.ts`, '../alarms/count-alarms.ts', 'its index.ts'],
  [`${SERVER}/modules/home/deep/er/home.ts`, '../../../alarms/index-of.ts', 'its index.ts'],
  [`${SERVER}/modules/home/home.ts`, '../alarms/inner/index.ts', 'its index.ts'],
  [`${SERVER}/modules/home/home.api.test.ts`, '../alarms/count-alarms.ts', 'its index.ts'],
  [`${SERVER}/program.ts`, './modules/demo/start-simulator.ts', 'its index.ts'],
  [`${SERVER}/commands/keys.ts`, '../modules/sso/provider.ts', 'its index.ts'],
  ['apps/server/test/factories.ts', '../src/modules/tree/names.ts', 'its index.ts'],
  [`${SERVER}/modules/home/home.ts`, '../../container.ts', 'what it is wired into'],
  [`${SERVER}/modules/home/home.ts`, '../../commands/keys.ts', 'what it is wired into'],
  // Imports of the platform.
  [`${SERVER}/platform/http/register.ts`, '../../modules/access/gatekeeper.ts', 'its index.ts'],
  [`${SERVER}/platform/http/register.ts`, '../../modules/access/index.ts', 'the platform knows no module'],
  [`${SERVER}/platform/clock.ts`, '../roles.ts', 'the platform knows no module'],
  // Imports of the console.
  [`${WEB}/features/home/home-page.tsx`, '../alarms/alarm-words.ts', "a feature's inside"],
  [`${WEB}/features/home/home-page.tsx`, '../alarms/alarms.module.css', "a feature's inside"],
  [`${WEB}/features/home/home-page.tsx`, '../alarms/model/index.ts', "a feature's inside"],
  [`${WEB}/app/shell/top-bar.tsx`, '../../features/alarms/alarms-page.tsx', "a feature's inside"],
  [`${WEB}/app/access.test.tsx`, '../features/clients/clients-page.tsx', "a feature's inside"],
  [`${WEB}/ui/button.tsx`, '../features/alarms/index.ts', 'routes → features → ui → lib'],
  [`${WEB}/lib/api/call.ts`, '../../features/alarms/alarms-page.tsx', 'routes → features → ui → lib'],
  [`${WEB}/lib/api/call.ts`, '../../ui/button.tsx', 'routes → features → ui → lib'],
  [`${WEB}/features/home/home-page.tsx`, '../../routes/root.tsx', 'routes → features → ui → lib'],
  [`${WEB}/features/home/home-page.tsx`, '../../app/landing.ts', 'routes → features → ui → lib'],
  [`${WEB}/ui/button.test.tsx`, '../features/alarms/testing/alarm-factory.ts', 'routes → features → ui → lib'],
  // Imports between packages.
  ['packages/domain/src/verdict.ts', '@winnow/contract', 'the arrows of docs/architecture.md'],
  ['packages/contract/src/alarms.ts', '@winnow/domain', 'the arrows of docs/architecture.md'],
  ['packages/vision/src/index.ts', '@winnow/contract', 'the arrows of docs/architecture.md'],
  ['packages/intake/src/index.ts', '@winnow/vision/sniff', 'the arrows of docs/architecture.md'],
  ['packages/delivery/src/index.ts', '@winnow/vision', 'the arrows of docs/architecture.md'],
  ['packages/delivery/src/index.ts', '@winnow/server/src/platform/clock.ts', 'the arrows of docs/architecture.md'],
  ['packages/domain/src/verdict.test.ts', '@winnow/contract', 'the arrows of docs/architecture.md'],
  [`${WEB}/lib/api/call.ts`, '@winnow/vision', 'the arrows of docs/architecture.md'],
  [`${WEB}/lib/api/call.ts`, '@winnow/delivery', 'the arrows of docs/architecture.md'],
  [`${SERVER}/app.ts`, '@winnow/web', 'the arrows of docs/architecture.md'],
  ['packages/delivery/src/index.ts', '../../domain/src/index.ts', 'stays in its workspace'],
  [`${WEB}/lib/api/call.ts`, '../../../../server/src/app.ts', 'stays in its workspace'],
  // Test code.
  [`${SERVER}/modules/home/home.ts`, '@winnow/testkit', 'the testkit is for tests'],
  ['packages/vision/src/analyse/analyser.ts', '@winnow/testkit', 'the testkit is for tests'],
  [`${WEB}/lib/api/call.ts`, '@winnow/testkit/entra', 'the testkit is for tests'],
  ['scripts/openapi.ts', '@winnow/testkit', 'the testkit is for tests'],
  [`${SERVER}/app.ts`, '../test/factories.ts', 'imported by tests alone'],
  [`${SERVER}/app.ts`, './modules/index.fixture.ts', 'imported by tests alone'],
  [`${WEB}/features/home/home-page.tsx`, '../../testing/build-user.ts', 'imported by tests alone'],
  [`${SERVER}/modules/detectors/work.ts`, '@winnow/vision/testing', 'imported by tests alone'],
  ['packages/contract/src/index.ts', './examples.ts', "the contract's examples"],
  ['packages/contract/src/tree.ts', './tree.examples.ts', "the contract's examples"],
  [`${WEB}/lib/api/call.ts`, '@winnow/contract/examples', "the contract's examples"],
  ['packages/vision/src/index.ts', './evaluate/figures.ts', 'no part of the product'],
] as const

describe('an import through a wall', () => {
  it.each(FORBIDDEN)('from %s of %s is reported', (file, specifier, rule) => {
    const found = breachesOf({ [file]: `\nimport { thing } from '${specifier}'\n` })
    expect(found).toEqual([expect.stringContaining(`${file}:2 imports ${specifier}, but `)])
    expect(found[0]).toContain(rule)
  })

  it.each([
    ['of values', "import { thing } from '../alarms/inner.ts'"],
    ['of types', "import type { Thing } from '../alarms/inner.ts'"],
    ['of a type among values', "import { type Thing } from '../alarms/inner.ts'"],
    ['of everything', "import * as things from '../alarms/inner.ts'"],
    ['without names', "import '../alarms/inner.ts'"],
    ['in a re-export', "export { thing } from '../alarms/inner.ts'"],
    ['in a re-export of types', "export type { Thing } from '../alarms/inner.ts'"],
    ['in a re-export of everything', "export * from '../alarms/inner.ts'"],
    ['at run time', "const load = () => import('../alarms/inner.ts')"],
    ['as a type', "let thing: import('../alarms/inner.ts').Thing | undefined"],
    ['by a longer path', "import { thing } from './../../modules/alarms/inner.ts'"],
    ['with options for Vite', "import text from '../alarms/inner.ts?raw'"],
  ])('%s is reported', (_what, text) => {
    expect(breachesOf({ [`${SERVER}/modules/home/home.ts`]: text })).toHaveLength(1)
  })

  it('is reported at every place, and text that only looks like an import is not reported', () => {
    const text = [
      "// import { a } from '../alarms/a.ts'",
      'const said = "import { a } from \'../alarms/a.ts\'"',
      "import { b } from '../alarms/b.ts'",
      "import { c } from '../alarms/c.ts'",
    ].join('\n')
    const found = breachesOf({ [`${SERVER}/modules/home/home.ts`]: text })
    expect(found.map((line) => line.split(' ')[0])).toEqual([
      `${SERVER}/modules/home/home.ts:3`,
      `${SERVER}/modules/home/home.ts:4`,
    ])
  })

  it('stops the check when a file cannot be parsed as TypeScript', () => {
    expect(() => breachesOf({ [`${SERVER}/app.ts`]: 'import {' })).toThrow(`${SERVER}/app.ts`)
  })
})

describe('an allowed import', () => {
  it.each([
    [`${SERVER}/modules/home/home.ts`, '../alarms/index.ts'],
    [`${SERVER}/modules/identity/second-factor/routes.ts`, '../admit.ts'],
    [`${SERVER}/modules/home/home.ts`, '../../platform/clock.ts'],
    [`${SERVER}/modules/home/home.api.test.ts`, '../../roles.ts'],
    [`${SERVER}/modules/home/home.api.test.ts`, '../../../test/factories.ts'],
    [`${SERVER}/platform/http/errors.api.test.ts`, '../../../test/test-server.ts'],
    [`${SERVER}/container.ts`, './modules/home/index.ts'],
    [`${SERVER}/app.ts`, '@winnow/contract'],
    [`${SERVER}/modules/demo/start-simulator.ts`, '@winnow/testkit'],
    [`${SERVER}/modules/home/home.api.test.ts`, '@winnow/testkit'],
    [`${WEB}/routes/alarms.tsx`, '../features/alarms/alarms-page.tsx'],
    [`${WEB}/features/settings/settings-page.tsx`, '../single-sign-on/index.ts'],
    [`${WEB}/features/alarms/alarms-page.tsx`, './model/view-transform.ts'],
    [`${WEB}/app/access.test.tsx`, '../features/clients/testing/open-clients.tsx'],
    [`${WEB}/features/alarms/alarms-page.tsx`, '../../ui/button.tsx'],
    [`${WEB}/ui/button.tsx`, '../lib/query/query-client.ts'],
    [`${WEB}/lib/api/call.ts`, '@winnow/contract'],
    ['packages/vision/src/index.ts', '@winnow/domain'],
    ['packages/vision/src/evaluate/stories.ts', '@winnow/testkit'],
    ['bench/src/main.ts', '../../e2e/src/harness/product.ts'],
    ['bench/src/main.ts', '@winnow/server/src/modules/analysis/claim-task.ts'],
    ['e2e/users.browser.spec.ts', '@winnow/testkit'],
    ['scripts/openapi.ts', '../apps/server/src/describe-api.ts'],
    ['packages/domain/src/index.ts', 'zod'],
    ['packages/contract/src/examples.ts', './tree.examples.ts'],
    [`${SERVER}/platform/http/openapi.ts`, '@winnow/contract/examples'],
  ])('from %s of %s is not reported', (file, specifier) => {
    expect(breachesOf({ [file]: `import { thing } from '${specifier}'` })).toEqual([])
  })
})

describe('an import circle', () => {
  const imports = (...specifiers: string[]) => specifiers.map((one) => `import { thing } from '${one}'`).join('\n')

  it('between modules is reported, although no two files need each other', () => {
    const files = {
      [`${SERVER}/modules/a/index.ts`]: '',
      [`${SERVER}/modules/a/one.ts`]: imports('../b/index.ts'),
      [`${SERVER}/modules/b/index.ts`]: '',
      [`${SERVER}/modules/b/one.ts`]: imports('../c/index.ts'),
      [`${SERVER}/modules/c/one.ts`]: imports('../a/index.ts'),
    }
    expect(breachesOf(files)).toEqual([`${SERVER}/modules/c/one.ts:1 a circle: a → b → c → a`])
  })

  it('between features is reported', () => {
    const files = {
      [`${WEB}/features/a/a.ts`]: imports('../b/index.ts'),
      [`${WEB}/features/b/b.ts`]: imports('../a/index.ts'),
    }
    expect(breachesOf(files)).toEqual([`${WEB}/features/b/b.ts:1 a circle: a → b → a`])
  })

  it('is not seen where several modules use one module, or where a test uses the module that it tests', () => {
    const files = {
      [`${SERVER}/modules/a/one.ts`]: imports('../b/index.ts', '../c/index.ts'),
      [`${SERVER}/modules/b/one.ts`]: imports('../c/index.ts'),
      [`${SERVER}/modules/c/one.test.ts`]: imports('../a/index.ts'),
    }
    expect(breachesOf(files)).toEqual([])
  })
})
