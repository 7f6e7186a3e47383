import { receivers } from '@winnow/delivery'
import { AppError } from '../../platform/http/app-error.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

/** Checks settings by the receiver's own rules, and a webhook's address by the guard, before anything is stored. */
export async function checkConfig(
  deps: Pick<DeliveryDeps, 'guard'>,
  kind: string,
  config: Record<string, unknown>,
): Promise<void> {
  const adapter = receivers.find((candidate) => candidate.id === kind)
  if (!adapter) throw new AppError('VALIDATION', `There is no receiver of kind ${kind}`)
  const parsed = adapter.configSchema.parse(config)
  if (!parsed.ok)
    throw new AppError('VALIDATION', parsed.errors.map((error) => `${error.field}: ${error.message}`).join('\n'), {
      fields: parsed.errors.map((error) => ({ field: `config.${error.field}`, message: error.message })),
    })
  if (kind !== 'webhook') return
  const verdict = await deps.guard.check(String(config['url']))
  // A name that does not resolve now may resolve later; an address that is forbidden stays forbidden.
  if (!verdict.ok && verdict.code !== 'unresolvable')
    throw new AppError('ADDRESS_REFUSED', 'Could not fetch that resource', {
      fields: [{ field: 'config.url', message: `guard.${verdict.code}` }],
    })
}
