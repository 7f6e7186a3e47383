import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import LongFilesFirst from './scripts/long-files-first.ts'

/** A quarter of the time tests wait for processes, files and the database. Projects do not inherit it from the whole. */
const maxWorkers = availableParallelism() + 1
/** Whole products and browsers have more processes than one each. Vitest would leave a processor free, which of two is half of all. */
const products = Math.max(2, availableParallelism() - 1)
/** What `npm test` leaves out and names (scripts/test.mjs). Vitest's --exclude does not reach a project that has an `exclude` of its own. */
const leftOut = process.env['WINNOW_TESTS_LEFT_OUT']?.split(' ') ?? []

/** Tests against other people's programs: `npm run counterparts`, which gets these first. */
const COUNTERPARTS = '**/*.counterpart.test.ts'
const counterparts = process.env['WINNOW_COUNTERPARTS'] !== undefined

/**
 * A busy machine may be slow: `expect.poll` waits slightly less than its test's limit, so that its error names the
 * condition.
 */
const poll = (testTimeout: number) => ({ testTimeout, expect: { poll: { timeout: testTimeout - 10_000 } } })

// Files of a tier share workers, and so the modules that are loaded there: loading the server anew for each file took a third of its tests' time. A test
// therefore restores what it changes beyond its own objects (environment, timers, spies on globals). Whole products (e2e) stay apart.
//
// One project per tier, so that each can run alone: `npx vitest run --project unit`. Together they run one tier after the
// other: what starts whole products and browsers does not share the machine with the rest.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          maxWorkers,
          pool: 'threads',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', COUNTERPARTS, '**/node_modules/**', ...leftOut],
          environment: 'node',
          ...poll(30_000),
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'api',
          isolate: false,
          maxWorkers,
          pool: 'threads',
          include: ['apps/server/**/*.api.test.ts'],
          globalSetup: ['apps/server/test/database/global-setup.ts'],
          setupFiles: ['apps/server/test/fresh-ids.ts'],
          environment: 'node',
          ...poll(60_000),
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'web',
          maxWorkers,
          pool: 'threads',
          isolate: false,
          root: './apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          ...poll(30_000),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: ['**/node_modules/**', ...leftOut],
          globalSetup: ['e2e/src/harness/global-setup.ts'],
          environment: 'node',
          ...poll(180_000),
          hookTimeout: 180_000,
          maxWorkers: products,
          sequence: { groupOrder: 2 },
        },
      },
      ...(counterparts
        ? [
            {
              test: {
                name: 'counterparts',
                include: [COUNTERPARTS],
                globalSetup: ['apps/server/test/database/global-setup.ts'],
                environment: 'node' as const,
                ...poll(180_000),
                hookTimeout: 180_000,
                maxWorkers: products,
                sequence: { groupOrder: 3 },
              },
            },
          ]
        : []),
    ],
  },
})
