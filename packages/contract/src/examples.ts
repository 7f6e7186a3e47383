import { alarmsExamples } from './alarms.examples.ts'
import { authExamples } from './auth.examples.ts'
import { backgroundJobsExamples } from './background-jobs.examples.ts'
import { bulkExamples } from './bulk.examples.ts'
import { companiesExamples } from './companies.examples.ts'
import { consentExamples } from './consent.examples.ts'
import { detectorsExamples } from './detectors.examples.ts'
import { groupsExamples } from './groups.examples.ts'
import { intakeExamples } from './intake.examples.ts'
import { labelledExportExamples } from './labelled-export.examples.ts'
import { learningExamples } from './learning.examples.ts'
import { masksExamples } from './masks.examples.ts'
import { pausesExamples } from './pauses.examples.ts'
import { productsExamples } from './products.examples.ts'
import { receiversExamples } from './receivers/operations.examples.ts'
import { ssoExamples } from './sso.examples.ts'
import { tokensExamples } from './tokens.examples.ts'
import { treeListsExamples } from './tree-lists.examples.ts'
import { treeNodesExamples } from './tree-nodes.examples.ts'
import { treeStreamsExamples } from './tree-streams.examples.ts'
import { treeExamples } from './tree.examples.ts'
import { twoFactorExamples } from './two-factor.examples.ts'
import { usersExamples } from './users.examples.ts'
import type { Example } from './example.ts'

export { needsExample, SOME_ID, type Example } from './example.ts'

/**
 * Examples of all operations that need one, for the description of the API and for tests. The console must not import this file, because
 * the examples would enlarge its bundle.
 */
export const examples: readonly Example[] = [
  ...alarmsExamples,
  ...authExamples,
  ...backgroundJobsExamples,
  ...bulkExamples,
  ...companiesExamples,
  ...consentExamples,
  ...detectorsExamples,
  ...groupsExamples,
  ...intakeExamples,
  ...labelledExportExamples,
  ...learningExamples,
  ...masksExamples,
  ...pausesExamples,
  ...productsExamples,
  ...receiversExamples,
  ...ssoExamples,
  ...tokensExamples,
  ...treeListsExamples,
  ...treeNodesExamples,
  ...treeStreamsExamples,
  ...treeExamples,
  ...twoFactorExamples,
  ...usersExamples,
]

const byOperation = new Map(examples.map((each) => [each.operation.id, each]))

/** The example of an operation, if it has one. */
export const findExample = ({ id }: { readonly id: string }): Example | undefined => byOperation.get(id)
