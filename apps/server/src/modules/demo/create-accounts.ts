import type { UserType } from '@winnow/contract'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

export interface NewAccount {
  label: string
  email: string
  password: string
}

/** A random password that satisfies all password rules. */
function newPassword(): string {
  return `Wn-${newToken(12)}7a`.slice(0, 24)
}

export async function createUser(
  tx: Tx,
  hasher: PasswordHasher,
  user: { companyId: string; email: string; name: string; userType: UserType },
): Promise<NewAccount> {
  const password = newPassword()
  await tx
    .insertInto('app_user')
    .values({
      id: newId(),
      company_id: user.companyId,
      email: user.email,
      name: user.name,
      user_type: user.userType,
      password_hash: await hasher.hash(password),
    })
    .execute()
  return { label: user.name, email: user.email, password }
}
