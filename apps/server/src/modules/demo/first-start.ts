import { hashDevicePassword, newDevicePassword } from '../../platform/crypto/device-password.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { hashToken, newLowercaseToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { createUser, type NewAccount } from './create-accounts.ts'
import { DEMO_CAMERAS, type DemoCamera } from './demo-cameras.ts'

const MAIL_DOMAIN = 'winnow.example'

async function createProvider(tx: Tx, hasher: PasswordHasher): Promise<NewAccount> {
  const companyId = newId()
  await tx.insertInto('company').values({ id: companyId, name: 'Provider', kind: 'provider' }).execute()
  return createUser(tx, hasher, {
    companyId,
    email: `super@${MAIL_DOMAIN}`,
    name: 'Super user',
    userType: 'SUPER_USER',
  })
}

/** The type of a camera by its way. FTP is a way of any type. */
const INTEGRATIONS = { smtp: 'email', http: 'api', push: 'hikvision', ftp: 'email', rtsp: 'rtsp' } as const

async function createDemoTree(tx: Tx, companyId: string, cameras: readonly DemoCamera[]): Promise<void> {
  const projects = new Map<string, string>()
  const sites = new Map<string, string>()
  for (const camera of cameras) {
    const projectId = projects.get(camera.project) ?? newId()
    if (!projects.has(camera.project)) {
      projects.set(camera.project, projectId)
      await tx.insertInto('project').values({ id: projectId, company_id: companyId, name: camera.project }).execute()
    }
    const siteKey = `${camera.project}/${camera.site}`
    const siteId = sites.get(siteKey) ?? newId()
    if (!sites.has(siteKey)) {
      sites.set(siteKey, siteId)
      await tx
        .insertInto('site')
        .values({
          id: siteId,
          company_id: companyId,
          project_id: projectId,
          name: camera.site,
          timezone: camera.timezone,
        })
        .execute()
    }
    await tx
      .insertInto('view')
      .values({
        id: newId(),
        company_id: companyId,
        project_id: projectId,
        site_id: siteId,
        name: camera.name,
        integration: INTEGRATIONS[camera.via],
        address_token: newLowercaseToken(),
        device_model: camera.model,
      })
      .execute()
  }
}

async function createDemo(tx: Tx, hasher: PasswordHasher, hasStream: boolean): Promise<NewAccount[]> {
  const companyId = newId()
  await tx
    .insertInto('company')
    .values({
      id: companyId,
      name: 'Demo Security',
      is_demo: true,
      default_site_timezone: 'Europe/London',
      ...(hasStream ? { unlocks: JSON.stringify({ isRtspEnabled: true }) } : {}),
    })
    .execute()
  await createDemoTree(
    tx,
    companyId,
    DEMO_CAMERAS.filter(({ via }) => via !== 'rtsp' || hasStream),
  )
  return [
    await createUser(tx, hasher, {
      companyId,
      email: `admin@demo.${MAIL_DOMAIN}`,
      name: 'Demo admin',
      userType: 'ADMIN_USER',
    }),
    await createUser(tx, hasher, {
      companyId,
      email: `operator@demo.${MAIL_DOMAIN}`,
      name: 'Demo operator',
      userType: 'OPERATOR_USER',
    }),
  ]
}

/**
 * On an empty database, creates the provider with its super user and, if wanted, a demo company.
 * @param options.announce shows the random passwords to the person who starts the program. Nobody can read the passwords later, so the
 * accounts are stored only after `announce` has resolved. If the commit then fails, the shown passwords are invalid, and the next start
 * creates new ones.
 * @param options.hasStream whether the demo gets the camera whose stream is read
 * @returns false when any user exists already
 */
export async function firstStart(
  db: Db,
  hasher: PasswordHasher,
  options: { demo: boolean; hasStream?: boolean; announce: (accounts: NewAccount[]) => Promise<void> },
): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const someone = await tx.selectFrom('company').select('id').limit(1).executeTakeFirst()
    if (someone) return false
    const superUser = await createProvider(tx, hasher)
    const others = options.demo ? await createDemo(tx, hasher, options.hasStream ?? false) : []
    await options.announce([superUser, ...others])
    return true
  })
}

/** Where the demo's cameras send to. */
export interface DemoWays {
  mailDomain: string
  /** The address of HTTP intake. */
  ingestUrl: string
  /** Whether files are taken by FTP. */
  ftp: boolean
}

export interface DemoTargets {
  token: string
  cameras: {
    viewId: string
    name: string
    address: string
    password?: string
    via: Exclude<DemoCamera['via'], 'rtsp'>
    vendor: string
    kinds: string[]
    seed: number
  }[]
}

/** The camera of the demo that a view is, as the simulator needs it; none for one that cannot send here. */
function targetOf(
  view: { id: string; name: string; address_token: string; push_token: string },
  { mailDomain, ingestUrl, ftp }: DemoWays,
): DemoTargets['cameras'] {
  const demo = DEMO_CAMERAS.find((camera) => camera.name === view.name)
  // Where files are not taken, that camera is silent. A stream is read, not sent.
  if (!demo || demo.via === 'rtsp' || (demo.via === 'ftp' && !ftp)) return []
  const addresses = {
    smtp: `${view.address_token}@${mailDomain}`,
    http: view.id,
    push: `${ingestUrl}/api/v1/hik/${view.push_token}`,
    ftp: view.address_token,
  }
  const { via, vendor, kinds, seed } = demo
  const login = via === 'ftp' ? { password: newDevicePassword() } : {}
  return [{ viewId: view.id, name: view.name, address: addresses[via], ...login, via, vendor, kinds, seed }]
}

/** Revokes the token of an earlier start. @returns a new one */
async function renewToken(tx: Tx, companyId: string, now: Date): Promise<string> {
  await tx
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('company_id', '=', companyId)
    .where('name', '=', SIMULATOR)
    .where('revoked_at', 'is', null)
    .execute()
  const token = `wn_${newToken()}`
  await tx
    .insertInto('api_token')
    .values({
      id: newId(),
      company_id: companyId,
      token_type: 'ingest',
      name: SIMULATOR,
      token_hash: hashToken(token),
    })
    .execute()
  return token
}

/**
 * The data that the camera simulator needs to send as the demo's cameras. Each start creates a new token and revokes
 * older ones.
 */
export async function demoTargets(
  db: Db,
  { mailDomain, ingestUrl, ftp }: DemoWays,
  now: Date,
): Promise<DemoTargets | undefined> {
  return inSystem(db, async (tx) => {
    const company = await tx.selectFrom('company').select('id').where('is_demo', '=', true).executeTakeFirst()
    if (!company) return undefined
    const views = await tx
      .selectFrom('view')
      .select(['id', 'name', 'address_token', 'push_token'])
      .where('company_id', '=', company.id)
      .where('deleted_at', 'is', null)
      .execute()
    const cameras = views.flatMap((view) => targetOf(view, { mailDomain, ingestUrl, ftp }))
    for (const { viewId, password } of cameras)
      if (password !== undefined)
        // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
        await tx
          .updateTable('view')
          .set({ device_password_hash: hashDevicePassword(password) })
          .where('id', '=', viewId)
          .execute()
    const token = await renewToken(tx, company.id, now)
    return { token, cameras }
  })
}

const SIMULATOR = 'Camera simulator'
