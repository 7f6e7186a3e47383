import type { addPelcoCamera } from '@winnow/contract'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing, Outside } from '../../platform/http/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { type ActivationText, type Consents, hasAgreed, readActivationText } from '../consent/index.ts'
import { PRODUCT_REFUSALS, type ProductPlan } from '../products/index.ts'
import { requireFreeName } from '../tree/index.ts'
import { freeNames } from './free-names.ts'
import type { CloudSensor, PelcoCloud } from './pelco-cloud.ts'
import { requireNotBeingReleased, takeBack } from './take-back.ts'

export interface RegisterDeps {
  productPlan: ProductPlan
  consents: Consents
}

/** Why the plan allows no further camera. An empty message stands for the text that each console has in its language. */
interface PlanCapacity {
  isValid: boolean
  message: string
}

/** What is known before the transaction. */
export interface Outcome {
  serial: string
  text: ActivationText
  /** The sensors that the cloud registered; none if it was not asked, or has refused. */
  sensors: CloudSensor[]
  planCapacity: PlanCapacity
  /** The deleted cameras with the serial of which the cloud had not let go. */
  waiting: string[]
}

type Asking = Outside<typeof addPelcoCamera>
type Storing = Changing<typeof addPelcoCamera, Outcome>
type Registered = { serial: string; channel: string }

/** The product that monitors these cameras. */
const PRODUCT = 'detect_pro'
const ROOM: PlanCapacity = { isValid: true, message: '' }

async function requireNewSerial(tx: Tx, companyId: string, serial: string): Promise<void> {
  const known = await tx
    .selectFrom('view')
    .select('id')
    .where('company_id', '=', companyId)
    .where('serial_number', '=', serial)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (known)
    throw new AppError('CONFLICT', 'A camera with this serial number is registered already', {
      fields: [{ field: 'serialNumber', message: 'A camera with this serial number is registered already' }],
    })
}

/** Registers cameras: first at the cloud, then here. */
export function createRegistration({ productPlan, consents }: RegisterDeps) {
  /** Whether the plan has room for so many cameras. The lock that `grant` takes is kept until the transaction ends. */
  async function roomFor(
    tx: Tx,
    ask: 'estimate' | 'grant',
    { companyId, text, count }: { companyId: string; text: ActivationText; count: number },
  ): Promise<PlanCapacity> {
    const hasConsent = await hasAgreed(consents, tx, companyId, text)
    const asked = { companyId, product: PRODUCT, hasConsent, count: () => Promise.resolve(count) } as const
    const { granted, withoutConsent } = await productPlan[ask](tx, asked)
    if (withoutConsent > 0) return { isValid: false, message: PRODUCT_REFUSALS.CONSENT_NEEDED }
    return { isValid: granted >= count, message: '' }
  }

  return {
    /** Asks the cloud, unless it is known before that the camera cannot be stored. */
    async ask(cloud: PelcoCloud, { companyId, now, params, body, read }: Asking, serial: string): Promise<Outcome> {
      const text = await readActivationText(consents)
      const { planCapacity, waiting } = await read(async (tx) => {
        await requireNewSerial(tx, companyId, serial)
        const found = await requireNotBeingReleased(tx, companyId, { serial, now })
        if (body.name !== undefined) await requireFreeName(tx, 'view', { column: 'site_id', id: params.id }, body.name)
        return { planCapacity: await roomFor(tx, 'estimate', { companyId, text, count: 1 }), waiting: found }
      })
      if (!planCapacity.isValid) return { serial, text, sensors: [], planCapacity, waiting }
      const answer = await cloud.enrol(companyId, serial)
      if (answer.outcome === 'unreachable')
        throw new AppError('UNAVAILABLE', 'The cloud of Pelco does not answer; try again later')
      const sensors = answer.outcome === 'registered' ? answer.sensors : []
      return { serial, text, sensors, planCapacity, waiting }
    },

    /** Stores the cameras and announces the outcome. Returns what is to be released, because the plan has no room for it any more. */
    async store(context: Storing): Promise<Registered[]> {
      const { tx, companyId, prepared } = context
      const { serial, sensors, text } = prepared
      await productPlan.lock(tx, companyId)
      const room = sensors.length === 0 ? ROOM : await roomFor(tx, 'grant', { companyId, text, count: sensors.length })
      const planCapacity = prepared.planCapacity.isValid ? room : prepared.planCapacity
      if (sensors.length === 0 || !planCapacity.isValid) {
        await tellRefused(context, planCapacity)
        return sensors.map(({ channel }) => ({ serial, channel }))
      }
      await storeSensors(context, productPlan)
      return []
    },
  }
}

async function tellRefused({ tx, params, prepared, audit, publish }: Storing, planCapacity: PlanCapacity) {
  const { project_id: projectId, name: objectName } = await siteOf(tx, params.id)
  const serialNumber = prepared.serial
  const after = { serialNumber, hasRoom: planCapacity.isValid }
  await audit({ action: 'site.camera-not-registered', objectType: 'site', objectId: params.id, objectName, after })
  await publish({ type: 'CAMERA_NOT_REGISTERED', siteId: params.id, projectId, serialNumber, planCapacity })
}

async function siteOf(tx: Tx, id: string): Promise<{ project_id: string; name: string }> {
  const site = await tx
    .selectFrom('site')
    .select(['project_id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!site) throw notFound()
  return site
}

async function storeSensors(context: Storing, productPlan: ProductPlan): Promise<void> {
  const { tx, actor, companyId, now, requestId, params, body, prepared, audit, publish } = context
  const { serial, sensors, waiting } = prepared
  await requireNewSerial(tx, companyId, serial)
  await takeBack(tx, companyId, { serial, now, seen: waiting })
  const names = await freeNames(tx, params.id, { sensors, wanted: body.name })
  const { project_id: projectId } = await siteOf(tx, params.id)
  const views = sensors.map(({ channel }, at) => ({ id: newId(), name: names[at] ?? '', channel }))
  for (const { id, name, channel } of views) {
    const row = {
      id,
      company_id: companyId,
      project_id: projectId,
      site_id: params.id,
      address_token: newLowercaseToken(),
      created_by_api: actor.kind === 'token',
      integration: 'pelco',
      products: ['detect', PRODUCT],
      serial_number: serial,
      channel,
      name,
    }
    await tx.insertInto('view').values(row).execute()
    const after = { integration: 'pelco', serialNumber: serial, channel }
    await audit({ action: 'view.created', objectType: 'view', objectId: id, objectName: name, after })
    await publish({ type: 'tree.changed', projectId, siteId: params.id, viewId: id })
  }
  await productPlan.settle({ tx, companyId, author: actor, now, requestId, publish })
  const named = views.map(({ id, name }) => ({ id, name }))
  await publish({ type: 'CAMERA_REGISTERED', siteId: params.id, projectId, serialNumber: serial, views: named })
}
