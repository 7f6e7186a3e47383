import { ACTIVATION_CONSENT } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Consents } from './consents.ts'
import type { Agreement } from './read-agreement.ts'

/** The text to agree to before products are switched on that cost more, or why it cannot be read. */
export interface ActivationText {
  agreement?: Agreement
  unreadable?: unknown
}

/** Reads the text. A text that cannot be read stops only an activation that needs consent. Call it outside of transactions. */
export const readActivationText = (consents: Consents): Promise<ActivationText> =>
  consents.current(ACTIVATION_CONSENT).then(
    (agreement) => ({ agreement }),
    (unreadable: unknown) => ({ unreadable }),
  )

/** Whether somebody of the company has agreed to the current text. */
export const hasAgreed = async (
  consents: Consents,
  tx: Tx,
  companyId: string,
  { agreement }: ActivationText,
): Promise<boolean> => agreement !== undefined && (await consents.find(tx, companyId, agreement)) !== undefined
