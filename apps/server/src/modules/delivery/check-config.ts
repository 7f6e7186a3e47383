import { findReceiver } from '@winnow/delivery'
import { AppError } from '../../platform/http/app-error.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

/** What a receiver is told of by choice. One that is told of nothing is to be switched off. */
const CHOICES = ['trueAlarms', 'unverified', 'filtered'] as const

/** Checks settings by the rules of the receiver's kind, and their addresses by the guard, before anything is stored. */
export async function checkConfig(
  deps: Pick<DeliveryDeps, 'guard'>,
  kind: string,
  config: Record<string, unknown>,
): Promise<void> {
  const receiver = findReceiver(kind)
  if (!receiver) throw new AppError('VALIDATION', `There is no receiver of kind ${kind}`)
  const parsed = receiver.parse(config)
  if (!parsed.ok)
    throw new AppError('VALIDATION', parsed.errors.map((error) => `${error.field}: ${error.message}`).join('\n'), {
      fields: parsed.errors.map((error) => ({ field: `config.${error.field}`, message: error.message })),
    })
  if (CHOICES.every((field) => (field === 'filtered' ? config[field] !== true : config[field] === false)))
    throw new AppError('VALIDATION', 'trueAlarms: choice.none', {
      fields: [{ field: 'config.trueAlarms', message: 'choice.none' }],
    })
  for (const called of receiver.addresses(parsed.config)) {
    const { field } = called
    // oxlint-disable-next-line no-await-in-loop -- a kind has one or two addresses, and the check ends at the first refusal
    const verdict = await ('url' in called
      ? deps.guard.check(called.url)
      : deps.guard.resolveForTcp(called.host, called.port))
    // A host name that cannot be resolved now may be resolvable later, so only forbidden addresses are refused.
    if (!verdict.ok && verdict.code !== 'unresolvable')
      throw new AppError('ADDRESS_REFUSED', 'Could not fetch that resource', {
        fields: [{ field: `config.${field}`, message: `guard.${verdict.code}` }],
      })
  }
}
