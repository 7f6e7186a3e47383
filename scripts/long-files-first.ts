import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take long, the longest first. On a fresh clone, Vitest knows no durations and begins with the largest files. A small file
 * that takes long would then run last, alone. `npm test` prints the slowest files at its end.
 */
export const LONG_FILES = [
  'packages/vision/src/pool/analysis-pool.test.ts',
  'packages/vision/src/pool/hard-inputs.test.ts',
  'apps/server/src/platform/postgres/embedded-postgres.test.ts',
  'packages/vision/src/pool/orphan.test.ts',
  'packages/vision/src/tamper/measure-tampering.test.ts',
  'apps/server/src/commands/models.test.ts',
  'packages/vision/src/evaluate/run-sequences.test.ts',
  'apps/server/src/platform/backup/backup.api.test.ts',
  'apps/server/src/modules/detectors/detectors.api.test.ts',
  'apps/server/src/modules/demo/demo-stream.api.test.ts',
  'apps/web/src/app/unsaved-forms.test.tsx',
  'e2e/users.browser.spec.ts',
  'e2e/first-customer.browser.spec.ts',
  'e2e/crash.spec.ts',
  'e2e/detectors.browser.spec.ts',
  'e2e/schedules.browser.spec.ts',
  'e2e/two-factor.browser.spec.ts',
  'e2e/tree.browser.spec.ts',
  'e2e/keyboard.browser.spec.ts',
  'e2e/ways-in.browser.spec.ts',
  'e2e/logins.browser.spec.ts',
  'e2e/separate-roles.spec.ts',
  'e2e/rules.browser.spec.ts',
  'e2e/single-sign-on.browser.spec.ts',
  'e2e/main-job.browser.spec.ts',
  'e2e/live.browser.spec.ts',
  'e2e/labels.browser.spec.ts',
  'e2e/intake-apart.spec.ts',
  'e2e/attacks/attacks.spec.ts',
  'e2e/backup.spec.ts',
  'e2e/load.spec.ts',
  'e2e/first-start.spec.ts',
  'e2e/npm-start.spec.ts',
  'e2e/npm-dev.spec.ts',
]

/** Sorts the files: in each project, the long files come before the others. The order of the projects stays. */
export function longFilesFirst<T extends { moduleId: string; project: unknown }>(
  files: readonly T[],
  root: string,
): T[] {
  const place = ({ moduleId }: T): number => {
    const found = LONG_FILES.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
    return found === -1 ? LONG_FILES.length : found
  }
  const projects = [...Map.groupBy(files, ({ project }) => project).values()]
  return projects.flatMap((ofProject) => ofProject.toSorted((a, b) => place(a) - place(b)))
}

/** Vitest's order, except for the long files. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this sort is not a method of an array
    const sorted = await super.sort(files)
    return longFilesFirst(sorted, this.ctx.config.root)
  }
}
