// Lists the tests that npm test leaves out, with the reasons, and whether each is a fault on a complete machine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Tests that need detector files which the project may not distribute. */
export const MODEL_TESTS = '**/*.models.test.ts'

/** Reasons for which a test may be skipped even with CI=true, because they are properties of the machine. */
const ACCEPTED = [/^root may write anywhere$/, /^this machine has no address but loopback$/]

/**
 * The tests that were skipped during the run.
 * @param {{ testResults: { assertionResults: { status: string, fullName: string, meta: { skipReason?: string } }[] }[]
 * }} report the report of Vitest, in JSON
 * @returns {{ line: string, isFault: boolean }[]}
 */
export function skippedTests({ testResults }) {
  return testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName, meta: { skipReason } }) => ({
      line: `${fullName}: ${skipReason ?? 'no reason was given'}`,
      isFault: !ACCEPTED.some((accepted) => accepted.test(skipReason ?? '')),
    }))
}

/**
 * Finds the detector files that some tests need, or returns the note about the tests without them.
 * @param {string} root
 * @param {string} [given] WINNOW_TEST_MODELS
 * @returns {{ models: string } | { line: string, isFault: boolean }}
 */
export function findModels(root, given) {
  // The folder beside the project, for files that must not be in it. A machine with that folder should have the detector files.
  const beside = join(root, '..', 'shared')
  const models = given ?? join(beside, 'models')
  if (existsSync(models)) return { models }
  return {
    line: `tests with detector files (${MODEL_TESTS}): there is no ${models}; WINNOW_TEST_MODELS names another folder`,
    isFault: existsSync(beside),
  }
}
