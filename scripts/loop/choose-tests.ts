import { homeOf, isOwnTest, isWiring, moduleOf } from './homes.ts'
import { distancesTo, type ImportGraph } from './import-graph.ts'
import { projectOf, type Project } from './test-files.ts'

/** The input of the selection. */
export interface Sources {
  /** Paths of all sources, including tests. */
  files: readonly string[]
  graph: ImportGraph
  textOf: (file: string) => string
}

export interface Choice {
  /** Test files to run, those nearest to the change first. */
  run: string[]
  /** Test files that the change may affect too and that are left to `npm test`. */
  left: string[]
  /** Changed files without a known test. */
  untested: string[]
  /** Changed files that require all tests. */
  everywhere: string[]
}

/** Tests generated from the contract: they cover every operation. */
const GENERATED = [
  'apps/server/src/isolation.api.test.ts',
  'apps/server/src/permissions.api.test.ts',
  'apps/server/src/undeclared-ids.api.test.ts',
  'apps/server/src/unstorable-texts.api.test.ts',
  'apps/server/src/plain-names.api.test.ts',
]
/** The two generated tests that detect data leaks of handlers. */
const ISOLATION = GENERATED.slice(0, 2)

/** Approximate seconds of one core per test file. Journeys (`e2e`) run only if their own files changed. */
const COST: Readonly<Record<Project, number>> = { unit: 1, web: 4, api: 6, e2e: 60 }
/** Seconds of one core for tests that do not belong to the changed file itself. They take about 45 s on two cores. */
const BUDGET = 60

const EVERYWHERE =
  /^(?:package(?:-lock)?\.json|tsconfig[^/]*\.json|vitest\.config\.ts|apps\/web\/(?:vite\.config\.ts|tsconfig\.json))$/
const NO_TESTS = /^(?:docs\/|[^/]+\.md$|\.ci\/|LICENSE|NOTICE)/
/** Texts of the console by their namespace, which is the name of a feature. */
const TEXTS = /^packages\/i18n\/locales\/[^/]+\/([^/]+)\.json$/

/** Folders of code that features and modules share. */
const SHARED = /^apps\/(?:web\/src\/(?:ui|lib|theme)|server\/src\/platform)\//
/** Tests that start a whole console or server. */
const STARTS_ALL = /^apps\/web\/.*\.test\.tsx$|\.api\.test\.ts$/

const wordsOf = (text: string): Set<string> => new Set(text.match(/\w+/g))

/** The names of the operations that a file of the contract declares. */
const operationsOf = (text: string): string[] =>
  [...text.matchAll(/export const (\w+) = operation\(/g)].map(([, name]) => name ?? '')

const usesOneOf = (text: string, names: readonly string[]): boolean => {
  const words = wordsOf(text)
  return names.some((name) => words.has(name))
}

/**
 * Selects the tests for a change. Tests of the same module, feature or part are always selected. Tests that name its
 * operations, or import it over a short distance, are selected as far as they fit into the budget. Imports alone would
 * select nearly every test, because the files that start the product import all of it.
 * @param changed paths of files that were changed, added or deleted
 */
export function chooseTests(changed: readonly string[], sources: Sources): Choice {
  const tests = sources.files.filter((file) => projectOf(file) !== undefined)
  const chosen = new Set<string>()
  const further = new Set<string>()
  const untested: string[] = []
  const everywhere = changed.filter((file) => EVERYWHERE.test(file))
  for (const file of changed) {
    if (EVERYWHERE.test(file) || NO_TESTS.test(file)) continue
    const own = ownTests(file, tests)
    const others = furtherTests(file, tests, sources).filter((test) => projectOf(test) !== 'e2e')
    if (own.length + others.length === 0) untested.push(file)
    for (const test of own) chosen.add(test)
    for (const test of others) further.add(test)
  }
  const left: string[] = []
  let budget = BUDGET
  for (const test of further) {
    if (chosen.has(test)) continue
    const project = projectOf(test)
    const cost = project === undefined ? 0 : COST[project]
    if (cost <= budget) {
      budget -= cost
      chosen.add(test)
    } else left.push(test)
  }
  return { run: [...chosen], left, untested, everywhere }
}

function ownTests(file: string, tests: readonly string[]): string[] {
  if (projectOf(file) !== undefined) return tests.filter((test) => test === file)
  const namespace = TEXTS.exec(file)?.[1]
  if (namespace !== undefined)
    return tests.filter(
      (test) => test.startsWith('packages/i18n/') || test.startsWith(`apps/web/src/features/${namespace}/`),
    )
  if (file.startsWith('packages/contract/')) return tests.filter((test) => test.startsWith('packages/contract/'))
  return tests.filter((test) => isOwnTest(test, file) && projectOf(test) !== 'e2e')
}

/** Tests outside the file's module, feature or part that may be affected, the nearest first. */
function furtherTests(file: string, tests: readonly string[], sources: Sources): string[] {
  if (projectOf(file) !== undefined) return []
  const near = nearTests(file, tests, sources)
  if (/^packages\/contract\/src\/[^/]+\.ts$/.test(file)) return [...near, ...testsOfContract(file, tests, sources)]
  const module = moduleOf(file)
  if (module === undefined) return near
  return [...near, ...ISOLATION.filter((test) => tests.includes(test)), ...testsOfModule(module, tests, sources)]
}

/** Tests that import the file, directly or indirectly, except through the files that start the whole product. */
function nearTests(file: string, tests: readonly string[], { files, graph }: Sources): string[] {
  const distances = distancesTo(
    graph,
    [file],
    (through) => !isWiring(through) && !through.startsWith('packages/contract/'),
  )
  const far = (test: string): number => distances.get(test) ?? Number.POSITIVE_INFINITY
  // Tests of pages and calls start the whole console or server. They do not import the page or the handler beside them.
  const ranks = new Map<string, number>()
  if (SHARED.test(file)) {
    const atHome = new Map<string, number>()
    for (const test of tests.filter((each) => STARTS_ALL.test(each) && !distances.has(each))) {
      const home = homeOf(test)
      if (home === undefined) continue
      const beside = files.filter((other) => other.startsWith(home) && projectOf(other) === undefined)
      const nearest = Math.min(...beside.map(far))
      if (!Number.isFinite(nearest)) continue
      distances.set(test, nearest + 1)
      atHome.set(home, (atHome.get(home) ?? 0) + 1)
      ranks.set(test, atHome.get(home) ?? 0)
    }
  }
  // One test of each feature comes before a second test of any feature.
  const rank = (test: string): number => ranks.get(test) ?? 0
  return tests.filter((test) => Number.isFinite(far(test))).toSorted((a, b) => far(a) - far(b) || rank(a) - rank(b))
}

/**
 * The tests for a file of the contract: tests generated from the contract, tests of the modules that register the
 * operations of the file, and tests that call these operations.
 */
function testsOfContract(file: string, tests: readonly string[], { files, textOf }: Sources): string[] {
  if (!files.includes(file)) return GENERATED
  const operations = operationsOf(textOf(file))
  const callers = tests.filter((test) => usesOneOf(textOf(test), operations))
  return [...GENERATED.filter((test) => tests.includes(test)), ...callers]
}

/** Tests that call an operation of a module. */
function testsOfModule(module: string, tests: readonly string[], { files, textOf }: Sources): string[] {
  const operations = files
    .filter((file) => /^packages\/contract\/src\/[^/]+\.ts$/.test(file))
    .flatMap((file) => operationsOf(textOf(file)))
  const inside = files.filter((file) => moduleOf(file) === module && projectOf(file) === undefined)
  const text = inside.map((file) => textOf(file)).join('\n')
  const served = operations.filter((name) => new RegExp(`register(?:\\.\\w+)?\\(\\s*${name}\\b`).test(text))
  return tests.filter((test) => projectOf(test) === 'api' && usesOneOf(textOf(test), served))
}
