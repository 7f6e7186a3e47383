import type { ConsentCode } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { findConsent, type Given } from './consent-queries.ts'
import { readAgreement, type Agreement } from './read-agreement.ts'

/** What companies can agree to, and which of them have. */
export interface Consents {
  /** Reads the current version of an agreement from its files. Call it outside of transactions. */
  current: (code: ConsentCode) => Promise<Agreement>
  /** Who agreed to this version for the company; undefined if nobody has. */
  find: (tx: Tx, companyId: string, agreement: Agreement) => Promise<Given | undefined>
}

/** @param folder the texts of the installation, which replace those of the product */
export const createConsents = (folder: string): Consents => ({
  current: (code) => readAgreement(folder, code),
  find: findConsent,
})
