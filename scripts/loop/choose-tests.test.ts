import { describe, expect, it } from 'vitest'
import { chooseTests, type Sources } from './choose-tests.ts'
import { readGraph } from './import-graph.ts'

/** Makes sources from texts by path. */
function sources(texts: Record<string, string>): Sources {
  const files = Object.keys(texts)
  const textOf = (file: string): string => texts[file] ?? ''
  return { files, graph: readGraph(files, textOf), textOf }
}

const MODULES = 'apps/server/src/modules'
const SERVER = sources({
  'packages/contract/src/tree.ts': 'export const getSite = operation({})\nexport const listSites = operation({})',
  'packages/contract/src/alarms.ts': 'export const listAlarms = operation({})',
  'packages/contract/src/index.ts': "export * from './tree.ts'\nexport * from './alarms.ts'",
  'packages/contract/src/plain-line.test.ts': '',
  [`${MODULES}/tree/index.ts`]:
    "import { getSite } from '@winnow/contract'\nimport './site-queries.ts'\nregister.read(getSite, () => {})",
  [`${MODULES}/tree/site-queries.ts`]: '',
  [`${MODULES}/tree/tree.api.test.ts`]: "import '../../../test/test-server.ts'",
  [`${MODULES}/alarms/index.ts`]: "import { listAlarms } from '@winnow/contract'\nregister(\n  listAlarms, () => {})",
  [`${MODULES}/alarms/alarms.api.test.ts`]: "import '../../../test/test-server.ts'",
  [`${MODULES}/audit/audit.api.test.ts`]: "import { getSite } from '@winnow/contract'",
  'apps/server/test/test-server.ts': "import '../src/app.ts'",
  'apps/server/src/app.ts': `import './modules/tree/index.ts'\nimport './modules/alarms/index.ts'`,
  'apps/server/src/isolation.api.test.ts': "import '../test/test-server.ts'",
  'apps/server/src/permissions.api.test.ts': "import '../test/test-server.ts'",
})

describe('after a change', () => {
  it('of a module, its tests run, the tests of general rules, and other tests that call its operations', () => {
    const { run, left } = chooseTests([`${MODULES}/tree/site-queries.ts`], SERVER)
    expect(run).toEqual([
      `${MODULES}/tree/tree.api.test.ts`,
      'apps/server/src/isolation.api.test.ts',
      'apps/server/src/permissions.api.test.ts',
      `${MODULES}/audit/audit.api.test.ts`,
    ])
    expect(left).toEqual([])
  })

  it('of the contract, the tests generated from it run, and tests that call an operation of the changed file', () => {
    const { run } = chooseTests(['packages/contract/src/tree.ts'], SERVER)
    expect(run).toContain('packages/contract/src/plain-line.test.ts')
    expect(run).toContain('apps/server/src/isolation.api.test.ts')
    expect(run).toContain(`${MODULES}/audit/audit.api.test.ts`)
    expect(run).not.toContain(`${MODULES}/alarms/alarms.api.test.ts`)
  })

  it('of a test, that test runs alone', () => {
    const file = `${MODULES}/audit/audit.api.test.ts`
    expect(chooseTests([file], SERVER).run).toEqual([file])
  })

  it('of a deleted file, the tests beside it run', () => {
    expect(chooseTests([`${MODULES}/tree/gone.ts`], SERVER).run).toContain(`${MODULES}/tree/tree.api.test.ts`)
  })

  it('of the whole installation, all tests are needed; of documents, none; a file without tests is reported', () => {
    const { run, everywhere, untested } = chooseTests(
      ['package.json', 'docs/filter.md', 'apps/web/src/main.tsx'],
      SERVER,
    )
    expect({ run, everywhere, untested }).toEqual({
      run: [],
      everywhere: ['package.json'],
      untested: ['apps/web/src/main.tsx'],
    })
  })
})

const FEATURES = 'apps/web/src/features'
/** A page and its test, which starts the console. */
const feature = (name: string, imports: string): Record<string, string> => ({
  [`${FEATURES}/${name}/page.tsx`]: imports,
  [`${FEATURES}/${name}/one.test.tsx`]: "import '../../testing/render.ts'",
  [`${FEATURES}/${name}/two.test.tsx`]: "import '../../testing/render.ts'",
})
const button = "import '../../ui/button.tsx'"

describe('in the console', () => {
  it('a change of a screen runs only the tests of its feature', () => {
    const all = sources({ ...feature('users', button), ...feature('audit', button), 'apps/web/src/ui/button.tsx': '' })
    const { run, left } = chooseTests([`${FEATURES}/users/page.module.css`], all)
    expect(run).toEqual([`${FEATURES}/users/one.test.tsx`, `${FEATURES}/users/two.test.tsx`])
    expect(left).toEqual([])
  })

  it('a change of a shared part runs up to a minute of tests: one of each feature that uses it, then more', () => {
    const names = Array.from({ length: 12 }, (_, index) => `feature-${String(index).padStart(2, '0')}`)
    const all = sources({
      ...Object.assign({}, ...names.map((name) => feature(name, button))),
      ...feature('without', ''),
      'apps/web/src/ui/button.tsx': '',
      'apps/web/src/ui/button.test.tsx': "import './button.tsx'",
    })
    const { run, left } = chooseTests(['apps/web/src/ui/button.tsx'], all)
    expect(run[0]).toBe('apps/web/src/ui/button.test.tsx')
    expect(run.slice(1, 13)).toEqual(names.map((name) => `${FEATURES}/${name}/one.test.tsx`))
    expect(run.length).toBeLessThan(20)
    expect(left.length).toBeGreaterThan(0)
    expect([...run, ...left].some((test) => test.includes('without'))).toBe(false)
  })
})

describe('in a package', () => {
  it('tests that import the changed file run, the nearest first', () => {
    const all = sources({
      'packages/vision/src/decide/swarm.ts': '',
      'packages/vision/src/decide/decide.ts': "import './swarm.ts'",
      'packages/vision/src/decide/decide.test.ts': "import './decide.ts'",
      'packages/vision/src/analyse/analyse.ts': "import '../decide/decide.ts'",
      'packages/vision/src/analyse/analyse.test.ts': "import './analyse.ts'",
      'packages/vision/src/masks/masks.test.ts': '',
    })
    expect(chooseTests(['packages/vision/src/decide/swarm.ts'], all).run).toEqual([
      'packages/vision/src/decide/decide.test.ts',
      'packages/vision/src/analyse/analyse.test.ts',
    ])
  })
})
