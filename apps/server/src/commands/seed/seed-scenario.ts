import { createUser, firstStart, type NewAccount } from '../../modules/demo/index.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { StartError } from '../../platform/start-error.ts'
import { companyOf, writeScenario, type Scenario } from './write-scenario.ts'

interface SeedDeps {
  db: Db
  hasher: PasswordHasher
  now: Date
  /** Called with the number of cameras written so far. */
  onCameras: (written: number) => void
}

export interface Seeded {
  /** The created accounts with their passwords. The database stores only hashes of the passwords. */
  accounts: NewAccount[]
}

/**
 * Creates the company of a scenario and its administrator. On an empty database it also creates the provider and its super user. The
 * administrator is created last. A company without an administrator is therefore the rest of an interrupted run. It is deleted and created
 * again.
 * @param beside whether the database may contain other companies
 * @throws StartError when the scenario exists already, or when the database contains other companies and `beside` is false
 */
export async function seedScenario(
  deps: SeedDeps,
  scenario: Scenario,
  { beside }: { beside: boolean },
): Promise<Seeded> {
  const { db, hasher, now, onCameras } = deps
  const companyId = companyOf(scenario)
  await inSystem(
    db,
    async (tx) => {
      const others = await tx
        .selectFrom('company')
        .select('name')
        .where('kind', '=', 'customer')
        .where('id', '<>', companyId)
        .limit(3)
        .execute()
      if (others.length > 0 && !beside) {
        const names = others.map(({ name }) => name).join(', ')
        throw new StartError(
          `This database holds other companies (${names}). Name another with WINNOW_DATA or DATABASE_URL, or say --beside-others.`,
        )
      }
      const user = await tx
        .selectFrom('app_user')
        .select('email')
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      if (user) throw new StartError(`The scenario is here already; its administrator is ${user.email}.`)
      // Removing a large company takes longer than the usual statement timeout.
      await tx.deleteFrom('company').where('id', '=', companyId).execute()
    },
    { statementTimeoutMs: 0 },
  )
  const accounts: NewAccount[] = []
  await firstStart(db, hasher, { demo: false, announce: async (made) => void accounts.push(...made) })
  await writeScenario(db, scenario, now, onCameras)
  const email = `admin@${scenario.name}-${scenario.seed}.winnow.example`.toLowerCase()
  accounts.push(
    await inSystem(db, (tx) =>
      createUser(tx, hasher, { companyId, email, name: 'Scenario admin', userType: 'ADMIN_USER' }),
    ),
  )
  return { accounts }
}
