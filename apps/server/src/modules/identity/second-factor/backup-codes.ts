import { randomInt } from 'node:crypto'
import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import type { PasswordHasher } from '../../../platform/crypto/password-hasher.ts'
import { inSystem, type Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { openCodeHash, sealCodeHash } from './second-factor-secrets.ts'
import type { Owner, SecondFactorDeps } from './second-factor-deps.ts'

const COUNT = 10
const DIGITS = 6

export interface NewBackupCodes {
  /** Shown only once. */
  codes: string[]
  rows: { id: string; sealed_hash: string }[]
}

/** Makes backup codes. Hashing takes long, so call it before any transaction. */
export async function makeBackupCodes(keys: KeyRing, hasher: PasswordHasher): Promise<NewBackupCodes> {
  const distinct = new Set<string>()
  while (distinct.size < COUNT) distinct.add(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'))
  const codes = [...distinct]
  const rows = await Promise.all(
    codes.map(async (code) => {
      const id = newId()
      return { id, sealed_hash: sealCodeHash(keys, id, await hasher.hash(code)) }
    }),
  )
  return { codes, rows }
}

/** Replaces a user's backup codes. */
export async function replaceBackupCodes(tx: Tx, owner: Owner, { rows }: NewBackupCodes): Promise<void> {
  await tx.deleteFrom('backup_code').where('user_id', '=', owner.id).execute()
  await tx
    .insertInto('backup_code')
    .values(rows.map((row) => ({ ...row, company_id: owner.companyId, user_id: owner.id })))
    .execute()
}

/** The number of a user's unused codes. */
export async function countBackupCodes(tx: Tx, userId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('backup_code')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Uses a backup code up. False when it is unknown or already used, including by a concurrent request. */
export async function redeemBackupCode(deps: SecondFactorDeps, userId: string, code: string): Promise<boolean> {
  const { db, keys, hasher, clock } = deps
  const open = await inSystem(db, (tx) =>
    tx
      .selectFrom('backup_code')
      .select(['id', 'sealed_hash'])
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute(),
  )
  const right = await Promise.all(
    open.map(({ id, sealed_hash: sealed }) => hasher.verify(openCodeHash(keys, id, sealed), code)),
  )
  const found = open.find((_row, index) => right[index])
  if (!found) return false
  const used = await inSystem(db, (tx) =>
    tx
      .updateTable('backup_code')
      .set({ used_at: clock.now() })
      .where('id', '=', found.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  return used !== undefined
}
