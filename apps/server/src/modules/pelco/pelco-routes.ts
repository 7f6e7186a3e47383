import { addPelcoCamera, deletePelcoCamera, getPelco } from '@winnow/contract'
import { isPelcoOpen, isProductOpen, parsePelcoSerial } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { presentUnlocks } from '../identity/index.ts'
import { createRegistration, type Outcome, type RegisterDeps } from './register-camera.ts'
import type { PelcoCloud } from './pelco-cloud.ts'
import { type Connected, deleteReleased, findConnected } from './release-camera.ts'

export interface PelcoDeps extends RegisterDeps {
  /** Undefined where the installation has none. */
  cloud: PelcoCloud | undefined
  limiter: RateLimiter
}

const noCloud = () => new AppError('UNAVAILABLE', 'This installation has no connection to the cloud of Pelco')

/** Whether the company has the Pelco integration and Detect Pro. */
async function isUnlocked(tx: Tx, companyId: string): Promise<boolean> {
  const company = await tx.selectFrom('company').select('unlocks').where('id', '=', companyId).executeTakeFirst()
  if (!company) return false
  const flags = presentUnlocks(company.unlocks)
  return isPelcoOpen(flags, { detectPro: isProductOpen('detect_pro', flags) })
}

const digitsOf = (serial: string): string => {
  const digits = parsePelcoSerial(serial)
  if (digits === undefined) throw notFound()
  return digits
}

export function registerPelco(register: Register, deps: PelcoDeps): void {
  const { cloud, limiter } = deps

  register.read(getPelco, async ({ tx, companyId }) => ({
    isUnlocked: await isUnlocked(tx, companyId),
    hasCloud: cloud !== undefined,
    isStandIn: cloud?.isStandIn ?? false,
  }))

  registerAddition(register, deps)

  register.write(deletePelcoCamera, {
    async prepare({ actor, companyId, now, params, read }): Promise<(Connected & { isReleased: boolean })[]> {
      if (!cloud) throw noCloud()
      limiter.require(actor.userId ?? actor.tokenId ?? '', now)
      const serial = digitsOf(params.serial)
      const connected = await read((tx) => findConnected(tx, params.id, serial))
      if (connected.length === 0) throw notFound()
      return Promise.all(
        connected.map(async (view) => ({
          ...view,
          isReleased: await cloud.release(companyId, serial, view.channel ?? ''),
        })),
      )
    },
    change: deleteReleased,
  })
}

function registerAddition(register: Register, { cloud, limiter, ...deps }: PelcoDeps): void {
  const registration = createRegistration(deps)

  register.write(addPelcoCamera, {
    async prepare(context): Promise<Outcome> {
      const { actor, companyId, now, body, read } = context
      if (!cloud) throw noCloud()
      limiter.require(actor.userId ?? actor.tokenId ?? '', now)
      if (!(await read((tx) => isUnlocked(tx, companyId))))
        throw new AppError('PRODUCT_LOCKED', 'The company does not have the Pelco integration and Detect Pro')
      return registration.ask(cloud, context, digitsOf(body.serialNumber))
    },
    change: (context) => registration.store(context),
    async reply({ companyId, result }) {
      // What could not be stored must not stay registered.
      for (const { serial, channel } of result) await cloud?.release(companyId, serial, channel)
      return { success: true as const }
    },
  })
}
