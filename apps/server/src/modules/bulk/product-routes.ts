import {
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
import { hasAgreed, readActivationText, type ActivationText } from '../consent/index.ts'
import { productRefusal } from '../products/index.ts'
import { onViews, type BulkDeps } from './bulk-routes.ts'
import { countWithout, switchProductOff, switchProductOn } from './product-jobs.ts'
import { selectConfigurable } from './select-views.ts'

type Context = Starting & { body: ViewSelection }

/** Switches products of cameras on and off. */
export function registerProducts(
  register: Register,
  deps: Pick<BulkDeps, 'startJob' | 'productPlan' | 'consents'>,
): void {
  const { productPlan, consents } = deps
  const configure = onViews(deps, selectConfigurable)
  const [on, off] = [switchProductOn(productPlan), switchProductOff(productPlan)]
  const prepare = () => readActivationText(consents)

  /** Refuses at once what the job could not do for any camera, or must not do for one before somebody has agreed. */
  async function activate(context: Context, productId: Product, prepared: ActivationText): Promise<BulkReply> {
    const { tx, actor, companyId, body } = context
    if (!(await productPlan.isOpen(tx, companyId, productId))) throw productRefusal('PRODUCT_LOCKED')
    const hasConsent = await hasAgreed(consents, tx, companyId, prepared)
    const changeable = sql`select s.object_id from (${selectConfigurable(actor, body)}) s where s.refused is null`
    const { granted, withoutConsent, withoutRoom } = await productPlan.grant(tx, {
      companyId,
      product: productId,
      hasConsent,
      count: () => countWithout(tx, changeable, productId),
    })
    if (withoutConsent > 0) throw prepared.unreadable ?? productRefusal('CONSENT_NEEDED')
    if (granted === 0 && withoutRoom > 0) throw productRefusal('CAPACITY_REACHED')
    return configure(context, on, { productId, hasConsent })
  }

  async function deactivate(context: Context, productId: Product): Promise<BulkReply> {
    // Before the row of the job, as in `activate`.
    await productPlan.lock(context.tx, context.companyId)
    return configure(context, off, { productId })
  }

  register.write(activateCameras, {
    prepare,
    change: (context) => activate(context, context.body.productId, context.prepared),
  })
  register.write(activateProtect, { prepare, change: (context) => activate(context, 'protect', context.prepared) })
  register.write(deactivateCameras, (context) => deactivate(context, context.body.productId))
  register.write(deactivateProtect, (context) => deactivate(context, 'protect'))
}
