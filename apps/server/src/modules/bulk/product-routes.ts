import {
  ACTIVATION_CONSENT,
  activateCameras,
  activateProtect,
  deactivateCameras,
  deactivateProtect,
  type BulkReply,
  type Product,
  type ViewSelection,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { Register } from '../../platform/http/register.ts'
import type { Starting } from '../background-jobs/index.ts'
import type { Agreement } from '../consent/index.ts'
import { onViews, type BulkDeps } from './bulk-routes.ts'
import { countWithout, refusalOf, switchProductOff, switchProductOn } from './product-jobs.ts'
import { selectViews } from './select-views.ts'

type Context = Starting & { body: ViewSelection }

/** The text to agree to, or why it cannot be read. */
interface Prepared {
  agreement?: Agreement
  unreadable?: unknown
}

/** Switches products of cameras on and off. */
export function registerProducts(
  register: Register,
  deps: Pick<BulkDeps, 'startJob' | 'productPlan' | 'consents'>,
): void {
  const { productPlan, consents } = deps
  const start = onViews(deps)
  const [on, off] = [switchProductOn(productPlan), switchProductOff(productPlan)]
  /** A text that cannot be read stops only an activation that needs consent. */
  const prepare = (): Promise<Prepared> =>
    consents.current(ACTIVATION_CONSENT).then(
      (agreement) => ({ agreement }),
      (unreadable: unknown) => ({ unreadable }),
    )

  /** Refuses at once what the job could not do for any camera, or must not do for one before somebody has agreed. */
  async function activate(context: Context, productId: Product, prepared: Prepared): Promise<BulkReply> {
    const { tx, actor, companyId, body } = context
    if (!(await productPlan.isOpen(tx, companyId, productId))) throw refusalOf('PRODUCT_LOCKED')
    const { agreement } = prepared
    const hasConsent = agreement !== undefined && (await consents.find(tx, companyId, agreement)) !== undefined
    const changeable = sql`select s.object_id from (${selectViews(actor, body)}) s where s.refused is null`
    const { granted, withoutConsent, withoutRoom } = await productPlan.grant(tx, {
      companyId,
      product: productId,
      hasConsent,
      count: () => countWithout(tx, changeable, productId),
    })
    if (withoutConsent > 0) throw prepared.unreadable ?? refusalOf('CONSENT_NEEDED')
    if (granted === 0 && withoutRoom > 0) throw refusalOf('CAPACITY_REACHED')
    return start(context, on, { productId, hasConsent })
  }

  async function deactivate(context: Context, productId: Product): Promise<BulkReply> {
    // Before the row of the job, as in `activate`.
    await productPlan.lock(context.tx, context.companyId)
    return start(context, off, { productId })
  }

  register.write(activateCameras, {
    prepare,
    change: (context) => activate(context, context.body.productId, context.prepared),
  })
  register.write(activateProtect, { prepare, change: (context) => activate(context, 'protect', context.prepared) })
  register.write(deactivateCameras, (context) => deactivate(context, context.body.productId))
  register.write(deactivateProtect, (context) => deactivate(context, 'protect'))
}
