import { isTest } from './is-test.ts'

/** An import: a project file by its path below the root, or a package. */
export type Target = { file: string } | { package: string }

/** A kind of import that is forbidden. */
export interface Wall {
  name: string
  /** The rule, as the error message states it. */
  rule: string
  breaks: (from: string, to: Target) => boolean
}

const fileOf = (to: Target): string => ('file' in to ? to.file : '')

/** Group 1 of a pattern in a path, or undefined. */
const part = (pattern: RegExp, file: string): string | undefined => pattern.exec(file)?.[1]

export const moduleOf = (file: string): string | undefined => part(/^apps\/server\/src\/modules\/([^/]+)\//, file)
export const featureOf = (file: string): string | undefined => part(/^apps\/web\/src\/features\/([^/]+)\//, file)
/** `apps/web`, `packages/domain`, `e2e` …; files at the root have none. */
const workspaceOf = (file: string): string | undefined => part(/^((?:apps|packages)\/[^/]+|e2e|bench)\//, file)
const isDoor = (file: string): boolean => /\/index\.tsx?$/.test(file)

/** The packages of this project that each workspace may import, also in tests. `testkit` has its own wall. See docs/architecture.md. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contract': [],
  'packages/i18n': [],
  'packages/testkit': [],
  'packages/vision': ['domain'],
  'packages/intake': ['domain'],
  'packages/delivery': ['domain', 'contract', 'i18n'],
  'apps/server': ['contract', 'domain', 'vision', 'intake', 'delivery', 'i18n'],
  'apps/web': ['contract', 'domain', 'i18n'],
}

/** The top folders of the console, each with the other top folders that it may import. */
const CONSOLE: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  theme: ['lib'],
  ui: ['lib', 'theme'],
  features: ['lib', 'theme', 'ui'],
  routes: ['lib', 'theme', 'ui', 'features', 'app'],
  app: ['lib', 'theme', 'ui', 'features', 'routes'],
}
const areaOf = (file: string): string | undefined => part(/^apps\/web\/src\/([^/]+)\//, file)

/** Commands that measure the filter. */
const LAB = 'packages/vision/src/evaluate/'
const DEMO = 'apps/server/src/modules/demo/'
/** The command that fills a database with a drawn company. */
const SEED = /^apps\/server\/src\/commands\/seed(?:\.ts$|\/)/

/** The workspace package that an import names: `vision` for `@winnow/vision/packs`. */
const ownPackage = (to: Target): string | undefined =>
  'package' in to ? part(/^@winnow\/([^/]+)/, to.package) : undefined

/** Examples of the contract are for its description and for tests. An import of an operation must not import them too. */
const EXAMPLES = /^packages\/contract\/src\/(?:example|examples|.*\.examples)\.ts$/

/** For each import only the first broken wall is reported. */
export const WALLS: readonly Wall[] = [
  {
    name: 'module',
    rule: "a module's inside is its own: others import its index.ts",
    breaks(from, to) {
      const module = moduleOf(fileOf(to))
      return (
        module !== undefined && moduleOf(from) !== module && fileOf(to) !== `apps/server/src/modules/${module}/index.ts`
      )
    },
  },
  {
    name: 'platform',
    rule: 'the platform knows no module and nothing that is made of modules',
    breaks: (from, to) =>
      from.startsWith('apps/server/src/platform/') &&
      fileOf(to).startsWith('apps/server/src/') &&
      !fileOf(to).startsWith('apps/server/src/platform/'),
  },
  {
    name: 'wiring',
    rule: 'a module does not know what it is wired into: the program, its roles and its commands',
    breaks: (from, to) =>
      moduleOf(from) !== undefined &&
      !isTest(from) &&
      /^apps\/server\/src\/(?:[^/]+\.ts$|commands\/|processes\/)/.test(fileOf(to)),
  },
  {
    name: 'console',
    rule: 'the console has one direction: routes → features → ui → lib',
    breaks(from, to) {
      const allowed = CONSOLE[areaOf(from) ?? '']
      const area = areaOf(fileOf(to))
      if (allowed === undefined || area === undefined || area === areaOf(from)) return false
      return CONSOLE[area] !== undefined && !allowed.includes(area) && !(isTest(from) && areaOf(from) === 'routes')
    },
  },
  {
    name: 'feature',
    rule: "a feature's inside is its own: other features import its index.ts, only routes mount its pages",
    breaks(from, to) {
      const feature = featureOf(fileOf(to))
      if (feature === undefined || featureOf(from) === feature) return false
      if (isTest(from) && fileOf(to).startsWith(`apps/web/src/features/${feature}/testing/`)) return false
      return areaOf(from) !== 'routes' && !(isDoor(fileOf(to)) && fileOf(to).split('/').length === 6)
    },
  },
  {
    name: 'packages',
    rule: 'packages import by the arrows of docs/architecture.md: domain ◄ vision, intake, delivery ◄ server ► contract, i18n ◄ web, delivery',
    breaks(from, to) {
      const allowed = ARROWS[workspaceOf(from) ?? '']
      const name = ownPackage(to)
      // The wall `testkit` checks that import.
      if (allowed === undefined || name === undefined || name === 'testkit') return false
      return !allowed.includes(name)
    },
  },
  {
    name: 'relative',
    rule: 'a relative path stays in its workspace: others are imported by their name',
    breaks(from, to) {
      const workspace = workspaceOf(from)
      if (workspace === undefined || !('file' in to)) return false
      return workspaceOf(to.file) !== workspace && !(workspace === 'bench' && workspaceOf(to.file) === 'e2e')
    },
  },
  {
    name: 'testkit',
    rule: 'the testkit is for tests, the demo, scenarios, the evaluation and the benchmarks',
    breaks: (from, to) =>
      ownPackage(to) === 'testkit' &&
      !isTest(from) &&
      !from.startsWith('bench/') &&
      !from.startsWith(DEMO) &&
      !SEED.test(from) &&
      !from.startsWith(LAB),
  },
  {
    name: 'tests',
    rule: 'what only tests use is imported by tests alone',
    breaks: (from, to) =>
      !isTest(from) &&
      !from.startsWith('bench/') &&
      (isTest(fileOf(to)) || ('package' in to && to.package.startsWith('@winnow/vision/testing'))),
  },
  {
    name: 'examples',
    rule: "the contract's examples are for its description and for tests: neither the console nor an operation imports them",
    breaks(from, to) {
      if (isTest(from) || EXAMPLES.test(from)) return false
      if ('package' in to) return to.package === '@winnow/contract/examples' && from.startsWith('apps/web/')
      return EXAMPLES.test(to.file)
    },
  },
  {
    name: 'evaluation',
    rule: 'what measures the filter is no part of the product',
    breaks: (from, to) => fileOf(to).startsWith(LAB) && !from.startsWith(LAB) && !isTest(from),
  },
]
