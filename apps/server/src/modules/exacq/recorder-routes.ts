import {
  addExacq,
  type BodyOf,
  deleteExacq,
  EXACQ_RECORDERS,
  findExacq,
  listExacq,
  type ExacqRecorder,
  testExacq,
  updateExacq,
} from '@winnow/contract'
import { type ExacqAddress, type Guard, openExacq, type VmsAnswer } from '@winnow/delivery'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db, Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { checkAddress, countLook, meetServer, vmsFailure } from '../digital-watchdog/index.ts'
import {
  exacqAddressOf,
  listExacqOf,
  noteOutcome,
  presentExacq,
  requireExacq,
  sealExacqPassword,
  type StoredRecorder,
} from './stored-recorders.ts'

export interface ExacqDeps {
  cameraGuard: Guard
  keys: KeyRing
  preparedDb: Db
  clock: Clock
  /** Counts what a user asks of recorders. */
  looks: RateLimiter
}

type Asked = Omit<BodyOf<typeof updateExacq>, 'password'>
type Door = Pick<Asked, 'host' | 'port' | 'serverNumber' | 'username'>

const sameDoor = (row: StoredRecorder, asked: Door): boolean =>
  row.host === asked.host &&
  row.port === asked.port &&
  row.server_number === asked.serverNumber &&
  row.username === asked.username

const lock = (tx: Tx, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 26))`.execute(tx)

const columnsOf = ({ name, host, port, serverNumber, username, fingerprint }: Asked) => ({
  name,
  host,
  port,
  server_number: serverNumber,
  username,
  fingerprint,
})

const auditOf = ({ name, host, port, serverNumber, username, fingerprint }: Asked | ExacqRecorder) => ({
  name,
  host,
  port,
  serverNumber,
  username,
  fingerprint,
})

async function presented(tx: Tx, companyId: string, id: string): Promise<ExacqRecorder> {
  const recorder = (await presentExacq(tx, companyId)).find((one) => one.id === id)
  if (!recorder) throw notFound()
  return recorder
}

/** Refuses a recorder that the company has already. */
async function requireNew(tx: Tx, companyId: string, asked: Asked, ownId?: string): Promise<void> {
  const rows = await listExacqOf(tx, companyId)
  const isTwin = rows.some(
    ({ id, host, port, server_number: number }) =>
      id !== ownId && host === asked.host && port === asked.port && number === asked.serverNumber,
  )
  if (isTwin) throw new AppError('RECORDER_EXISTS', 'There is a recorder with this address and server number already')
  if (ownId === undefined && rows.length >= EXACQ_RECORDERS)
    throw new AppError('CAPACITY_REACHED', `A company has at most ${EXACQ_RECORDERS} recorders`)
}

/** The sealed password of a changed recorder. One that is not given is kept only for the same address, user and certificate: it is sent nowhere else. */
function passwordOf(keys: KeyRing, row: StoredRecorder, asked: Asked, password: string | undefined): string {
  if (password !== undefined) return sealExacqPassword(keys, row.id, password)
  if (sameDoor(row, asked) && row.fingerprint === asked.fingerprint) return row.password
  throw new AppError('VALIDATION', 'Enter the password', { fields: [{ field: 'password', message: 'v.required' }] })
}

function registerAdd(register: Register, { cameraGuard: guard, keys }: ExacqDeps): void {
  register.write(addExacq, {
    prepare: ({ body }) => checkAddress(guard, body),
    async change({ tx, params: { id: companyId }, body, now, audit }) {
      await lock(tx, companyId)
      const { password, ...asked } = body
      await requireNew(tx, companyId, asked)
      const id = newId(now.getTime())
      await tx
        .insertInto('exacq_recorder')
        .values({ id, company_id: companyId, password: sealExacqPassword(keys, id, password), ...columnsOf(asked) })
        .execute()
      await audit({
        action: 'exacq.recorder-added',
        objectType: 'company',
        objectId: companyId,
        objectName: asked.name,
        after: auditOf(asked),
      })
      return presented(tx, companyId, id)
    },
  })
}

function registerUpdate(register: Register, { cameraGuard: guard, keys }: ExacqDeps): void {
  register.write(updateExacq, {
    prepare: ({ body }) => checkAddress(guard, body),
    async change({ tx, params: { id: companyId, recorderId }, body, audit }) {
      await lock(tx, companyId)
      const row = await requireExacq(tx, companyId, recorderId)
      const before = await presented(tx, companyId, recorderId)
      const { password, ...asked } = body
      await requireNew(tx, companyId, asked, recorderId)
      // What is known of a recorder at another address, or with another login, is not known of this one.
      const isMoved = !sameDoor(row, asked) || row.fingerprint !== asked.fingerprint || password !== undefined
      await tx
        .updateTable('exacq_recorder')
        .set({
          ...columnsOf(asked),
          password: passwordOf(keys, row, asked, password),
          ...(isMoved ? { seen_at: null, problem: null, problem_setting: null, failing_since: null } : {}),
        })
        .where('id', '=', recorderId)
        .execute()
      await tx
        .updateTable('dw_camera')
        .set({ system_name: asked.name })
        .where('company_id', '=', companyId)
        .where('system_id', '=', recorderId)
        .execute()
      await audit({
        action: 'exacq.recorder-changed',
        objectType: 'company',
        objectId: companyId,
        objectName: asked.name,
        before: auditOf(before),
        after: auditOf(asked),
      })
      return presented(tx, companyId, recorderId)
    },
  })
}

/** Logs in, and names the recorder. */
async function lookAt(
  guard: Guard,
  address: ExacqAddress,
): Promise<VmsAnswer<{ name: string; numberOfCameras: number }>> {
  const opened = await openExacq(guard, address)
  if (!opened.ok) return opened
  const config = await opened.value.config()
  void opened.value.close()
  if (!config.ok) return config
  const { name, cameras } = config.value
  return { ok: true, value: { name, numberOfCameras: cameras.length } }
}

function registerLooks(register: Register, { cameraGuard: guard, keys, looks, preparedDb, clock }: ExacqDeps): void {
  register.read(findExacq, {
    async reply({ actor, params, now, body, read }) {
      countLook(looks, actor, now)
      const rows = await read((tx) => listExacqOf(tx, params.id))
      const stored = rows.find((row) => sameDoor(row, body))
      const { host, port, serverNumber, username: user, password, fingerprint } = body
      const known = stored && exacqAddressOf(keys, stored)
      const met = await meetServer(guard, { host, port, user, password, fingerprint }, known, (address) =>
        lookAt(guard, { ...address, serverNumber }),
      )
      const { certificate, failure, value } = met
      return { recorder: value, certificate, failure }
    },
  })

  register.read(testExacq, {
    async reply({ actor, params: { id: companyId, recorderId }, now, read }) {
      countLook(looks, actor, now)
      const row = await read((tx) => requireExacq(tx, companyId, recorderId))
      const seen = await lookAt(guard, exacqAddressOf(keys, row))
      await noteOutcome(preparedDb, row, clock.now(), seen.ok ? null : seen.code)
      return seen.ok
        ? { numberOfCameras: seen.value.numberOfCameras, failure: null }
        : { numberOfCameras: null, failure: vmsFailure(seen.code, row.host) }
    },
  })
}

/** The recorders of a company. */
export function registerExacqRecorders(register: Register, deps: ExacqDeps): void {
  register.read(listExacq, ({ tx, params }) => presentExacq(tx, params.id))

  registerAdd(register, deps)
  registerUpdate(register, deps)
  registerLooks(register, deps)

  register.write(deleteExacq, async ({ tx, params: { id: companyId, recorderId }, audit }) => {
    await lock(tx, companyId)
    const row = await requireExacq(tx, companyId, recorderId)
    await tx.deleteFrom('exacq_recorder').where('id', '=', recorderId).execute()
    await tx
      .deleteFrom('dw_camera')
      .where('company_id', '=', companyId)
      .where('vendor', '=', 'exacq')
      .where('system_id', '=', recorderId)
      .execute()
    await audit({
      action: 'exacq.recorder-deleted',
      objectType: 'company',
      objectId: companyId,
      objectName: row.name,
      before: { name: row.name, host: row.host },
    })
    return { success: true as const }
  })
}
