import {
  addMilestone,
  type BodyOf,
  deleteMilestone,
  findMilestone,
  getMilestone,
  type MilestoneSystem,
  updateMilestone,
} from '@winnow/contract'
import { type Guard, openXprotect } from '@winnow/delivery'
import { nxId } from '@winnow/domain'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { checkAddress, countLook, meetServer } from '../digital-watchdog/index.ts'
import { endMilestone, startMilestone } from './keep-connection.ts'
import {
  findMilestoneOf,
  milestoneAddressOf,
  presentMilestone,
  sealMilestonePassword,
  type StoredSystem,
} from './stored-system.ts'

export interface MilestoneDeps {
  cameraGuard: Guard
  keys: KeyRing
  wakes: WorkWakes
  /** Counts what a user asks of systems. */
  looks: RateLimiter
}

type Asked = Omit<BodyOf<typeof updateMilestone>, 'password'>

const sameDoor = (row: StoredSystem, asked: Pick<Asked, 'host' | 'port' | 'username'>): boolean =>
  row.host === asked.host && row.port === asked.port && row.username === asked.username

const lock = (tx: Tx, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 23))`.execute(tx)

/** The columns of a system without its password. Ids are kept in one form, in which events are compared with them. */
const columnsOf = (asked: Asked) => ({
  system_id: nxId(asked.systemId),
  system_name: asked.systemName,
  host: asked.host,
  port: asked.port,
  username: asked.username,
  fingerprint: asked.fingerprint,
  event_types: JSON.stringify([
    ...new Map(asked.eventTypes.map((type) => [nxId(type.id), { ...type, id: nxId(type.id) }])).values(),
  ]),
})

const auditOf = ({ systemName, host, port, username, fingerprint, eventTypes }: Asked | MilestoneSystem) => ({
  systemName,
  host,
  port,
  username,
  fingerprint,
  eventTypes: eventTypes.map(({ name, eventType }) => `${name}: ${eventType}`),
})

const presented = async (tx: Tx, companyId: string): Promise<MilestoneSystem> => {
  const system = await presentMilestone(tx, companyId)
  if (!system) throw notFound()
  return system
}

/** The sealed password of a changed system. One that is not given is kept only for the same address, user and certificate: it is sent nowhere else. */
function passwordOf(keys: KeyRing, row: StoredSystem, asked: Asked, password: string | undefined): string {
  if (password !== undefined) return sealMilestonePassword(keys, row.id, password)
  if (sameDoor(row, asked) && row.fingerprint === asked.fingerprint) return row.password
  throw new AppError('VALIDATION', 'Enter the password', { fields: [{ field: 'password', message: 'v.required' }] })
}

function registerAdd(register: Register, { cameraGuard: guard, keys, wakes }: MilestoneDeps): void {
  register.write(addMilestone, {
    prepare: ({ body }) => checkAddress(guard, body),
    async change({ tx, params: { id: companyId }, body, now, audit }) {
      await lock(tx, companyId)
      if (await findMilestoneOf(tx, companyId)) throw new AppError('CONFLICT', 'There is a system already')
      const { password, ...asked } = body
      const id = newId(now.getTime())
      await tx
        .insertInto('milestone_system')
        .values({ id, company_id: companyId, password: sealMilestonePassword(keys, id, password), ...columnsOf(asked) })
        .execute()
      await startMilestone(tx, { keys, wakes, now }, companyId, false)
      await audit({
        action: 'milestone.system-added',
        objectType: 'company',
        objectId: companyId,
        objectName: asked.systemName,
        after: auditOf(asked),
      })
      return presented(tx, companyId)
    },
  })
}

function registerUpdate(register: Register, { cameraGuard: guard, keys, wakes }: MilestoneDeps): void {
  register.write(updateMilestone, {
    prepare: ({ body }) => checkAddress(guard, body),
    async change({ tx, params: { id: companyId }, body, now, audit }) {
      await lock(tx, companyId)
      const row = await findMilestoneOf(tx, companyId)
      if (!row) throw notFound()
      const before = await presented(tx, companyId)
      const { password, ...asked } = body
      const columns = columnsOf(asked)
      const isSame = row.system_id === columns.system_id
      // Certificates that recording servers showed first are forgotten with the address: whoever changes it, or enters the password, looks at
      // the system anew.
      const isMoved =
        !sameDoor(row, asked) || row.fingerprint !== asked.fingerprint || !isSame || password !== undefined
      await tx
        .updateTable('milestone_system')
        .set({
          ...columns,
          password: passwordOf(keys, row, asked, password),
          ...(isMoved ? { recorders: '[]' } : {}),
          ...(isSame ? {} : { gap: null }),
        })
        .where('id', '=', row.id)
        .execute()
      await startMilestone(tx, { keys, wakes, now }, companyId, isSame)
      await audit({
        action: 'milestone.system-changed',
        objectType: 'company',
        objectId: companyId,
        objectName: asked.systemName,
        before: auditOf(before),
        after: auditOf(asked),
      })
      return presented(tx, companyId)
    },
  })
}

function registerFind(register: Register, { cameraGuard: guard, keys, looks }: MilestoneDeps): void {
  register.read(findMilestone, {
    async reply({ actor, params, now, body, read }) {
      countLook(looks, actor, now)
      const stored = await read((tx) => findMilestoneOf(tx, params.id))
      const known = stored && sameDoor(stored, body) ? milestoneAddressOf(keys, stored) : undefined
      const { host, port, username: user, password, fingerprint } = body
      const asked = { host, port, user, password, fingerprint }
      const met = await meetServer(guard, asked, known, async (address) => {
        const opened = await openXprotect(guard, address)
        if (!opened.ok) return opened
        const [system, eventTypes] = [await opened.value.system(), await opened.value.eventTypes()]
        if (!system.ok) return system
        return eventTypes.ok ? { ok: true, value: { system: system.value, eventTypes: eventTypes.value } } : eventTypes
      })
      const { certificate, failure, value } = met
      return { system: value?.system ?? null, eventTypes: value?.eventTypes ?? [], certificate, failure }
    },
  })
}

/** The video system of a company. */
export function registerMilestoneSystem(register: Register, deps: MilestoneDeps): void {
  register.read(getMilestone, ({ tx, params }) => presentMilestone(tx, params.id))

  registerAdd(register, deps)
  registerUpdate(register, deps)
  registerFind(register, deps)

  register.write(deleteMilestone, async ({ tx, params: { id: companyId }, audit }) => {
    await lock(tx, companyId)
    const row = await tx
      .deleteFrom('milestone_system')
      .where('company_id', '=', companyId)
      .returning(['system_name', 'host'])
      .executeTakeFirst()
    if (!row) throw notFound()
    await tx.deleteFrom('dw_camera').where('company_id', '=', companyId).where('vendor', '=', 'milestone').execute()
    await endMilestone(tx, companyId)
    await audit({
      action: 'milestone.system-deleted',
      objectType: 'company',
      objectId: companyId,
      objectName: row.system_name,
      before: { systemName: row.system_name, host: row.host },
    })
    return { success: true as const }
  })
}
