import { createUser } from '@winnow/server/src/modules/demo/index.ts'
import { createPasswordHasher } from '@winnow/server/src/platform/crypto/password-hasher.ts'
import { inSystem } from '@winnow/server/src/platform/db/transaction.ts'
import { startProduct, type Account, type Product } from '../../../e2e/src/harness/product.ts'
import { dataDirOf, openBenchDatabase, type Seed } from './bench-database.ts'

/**
 * Starts the product on seeded data, with a new administrator of a company. Each run has its own, since the passwords of an earlier run are
 * not known. The data are kept when the product stops.
 */
export async function startOnSeed(seed: Seed, companyId: string): Promise<{ product: Product; account: Account }> {
  const database = await openBenchDatabase(seed)
  let account: Account
  try {
    account = await inSystem(database.runtime, (tx) =>
      createUser(tx, createPasswordHasher(), {
        companyId,
        email: `bench-${Date.now()}@winnow.example`,
        name: 'Bench',
        userType: 'ADMIN_USER',
      }),
    )
  } finally {
    await database.close()
  }
  const product = await startProduct({ dataDir: dataDirOf(seed), settings: { WINNOW_LOG_LEVEL: 'error' } })
  return { product, account }
}

/** The cookies of a logged-in session, as a browser context takes them. */
export const cookiesOf = (cookie: string, url: string): { name: string; value: string; url: string }[] =>
  cookie.split('; ').map((each) => {
    const [name = '', value = ''] = each.split(/=(.*)/s)
    return { name, value, url }
  })
