import type { ScopedKind, UserType } from '@winnow/contract'
import { sql } from 'kysely'
import { hashToken, newLowercaseToken, newToken } from '../src/platform/crypto/tokens.ts'
import { inSystem, type Db } from '../src/platform/db/transaction.ts'
import { newId } from '../src/platform/ids.ts'

/** A company with one object of every kind. */
export interface Tenant {
  companyId: string
  projectId: string
  siteId: string
  viewId: string
  /** A group that contains the client. */
  groupId: string
  /** The local part of the camera's mail address. */
  addressToken: string
  alarmId: string
  noteId: string
  jobId: string
  importId: string
  /** A schedule template that nothing follows. */
  scheduleId: string
  signalId: string
  receiverId: string
  deliveryId: string
  tokenId: string
  /** The id of an operator. */
  userId: string
  /** The secrets of the company's API tokens. */
  ingestToken: string
  apiToken: string
  /** A logged-in administrator. */
  admin: LoggedIn
}

const OWN: Record<ScopedKind, Exclude<keyof Tenant, 'admin'>> = {
  company: 'companyId',
  project: 'projectId',
  group: 'groupId',
  job: 'jobId',
  schedule: 'scheduleId',
  import: 'importId',
  site: 'siteId',
  view: 'viewId',
  alarm: 'alarmId',
  note: 'noteId',
  receiver: 'receiverId',
  delivery: 'deliveryId',
  token: 'tokenId',
  signal: 'signalId',
  user: 'userId',
}

/** The id of a tenant's object of a kind. */
export const idOf = (tenant: Tenant, kind: ScopedKind): string => tenant[OWN[kind]]

export interface LoggedIn {
  userId: string
  /** The whole Cookie header. */
  cookie: string
  sessionId: string
}

/** The end of test sessions. It is so late that they stay valid when a test advances the clock. */
const FAR_AWAY = new Date('2099-01-01')

/** Creates a user of a type with an open session. */
export async function createLoggedIn(
  db: Db,
  user: { companyId: string; userType: UserType; email?: string; passwordHash?: string },
): Promise<LoggedIn> {
  const [userId, sessionId, token] = [newId(), newId(), newToken()]
  await inSystem(db, async (tx) => {
    await tx
      .insertInto('app_user')
      .values({
        id: userId,
        company_id: user.companyId,
        email: user.email ?? `${userId}@example.com`,
        name: user.userType,
        user_type: user.userType,
        password_hash: user.passwordHash ?? null,
      })
      .execute()
    await tx
      .insertInto('session')
      .values({
        id: sessionId,
        token_hash: hashToken(token),
        user_id: userId,
        company_id: user.companyId,
        keep_logged_in: true,
        last_used_at: FAR_AWAY,
        expires_at: FAR_AWAY,
      })
      .execute()
  })
  return { userId, sessionId, cookie: `winnow_session=${token}` }
}

async function createToken(
  db: Db,
  companyId: string,
  tokenType: 'ingest' | 'api',
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), `wn_${newToken()}`]
  await inSystem(db, (tx) =>
    tx
      .insertInto('api_token')
      .values({ id, company_id: companyId, token_type: tokenType, name: tokenType, token_hash: hashToken(secret) })
      .execute(),
  )
  return { id, secret }
}

/** Creates a camera below a site. Returns its id and the ids of its parents. */
export async function createCamera(
  db: Db,
  companyId: string,
  place: { projectId?: string; siteId?: string; name?: string } = {},
): Promise<{ projectId: string; siteId: string; viewId: string; addressToken: string }> {
  const [projectId, siteId, viewId] = [place.projectId ?? newId(), place.siteId ?? newId(), newId()]
  const addressToken = newLowercaseToken()
  await inSystem(db, async (tx) => {
    if (!place.projectId)
      await tx
        .insertInto('project')
        .values({ id: projectId, company_id: companyId, name: `Client ${projectId}` })
        .execute()
    if (!place.siteId)
      await tx
        .insertInto('site')
        .values({
          id: siteId,
          company_id: companyId,
          project_id: projectId,
          name: `Site ${siteId}`,
          timezone: 'Europe/Madrid',
        })
        .execute()
    await tx
      .insertInto('view')
      .values({
        id: viewId,
        company_id: companyId,
        project_id: projectId,
        site_id: siteId,
        name: place.name ?? `Camera ${viewId}`,
        address_token: addressToken,
      })
      .execute()
  })
  return { projectId, siteId, viewId, addressToken }
}

/** Makes an id with a given time. The time may be in the past, unlike with {@link newId}. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

/** Creates a decided alarm of a camera, with the data that the list shows. */
export async function createAlarm(
  db: Db,
  camera: { companyId: string; projectId: string; siteId: string; viewId: string },
  facts: { verdict?: 'true' | 'false' | 'unverified' | null; receivedAt?: Date; classes?: string[] } = {},
): Promise<string> {
  const receivedAt = facts.receivedAt ?? new Date()
  const id = idAt(receivedAt)
  const verdict = facts.verdict === undefined ? 'true' : facts.verdict
  await inSystem(db, (tx) =>
    tx
      .insertInto('alarm')
      .values({
        id,
        company_id: camera.companyId,
        project_id: camera.projectId,
        site_id: camera.siteId,
        view_id: camera.viewId,
        received_at: receivedAt,
        last_signal_at: receivedAt,
        source: 'http',
        deadline_at: new Date(receivedAt.getTime() + 15_000),
        verdict,
        verdict_at: verdict === null ? null : receivedAt,
        classes: facts.classes ?? [],
      })
      .execute(),
  )
  return id
}

/** Creates a company with an administrator and one object of every kind. */
export async function createTenant(db: Db, name = 'Tenant'): Promise<Tenant> {
  const companyId = newId()
  await inSystem(db, (tx) => tx.insertInto('company').values({ id: companyId, name }).execute())
  const admin = await createLoggedIn(db, { companyId, userType: 'ADMIN_USER' })
  const camera = await createCamera(db, companyId)
  const alarmId = await createAlarm(db, { companyId, ...camera })
  const [noteId, jobId, importId, signalId, receiverId, deliveryId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  await inSystem(db, async (tx) => {
    await tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: companyId,
        signal_id: signalId,
        media_id: `${signalId}:0`,
        kind: 'still',
        original_key: `media/2026-01-01/${signalId}/0.jpg`,
        display_key: `media/2026-01-01/${signalId}/0.jpg`,
        original_type: 'image/jpeg',
        original_bytes: 4,
        judged: true,
      })
      .execute()
    await tx
      .insertInto('alarm_note')
      .values({
        id: noteId,
        alarm_id: alarmId,
        company_id: companyId,
        user_id: admin.userId,
        user_name: 'Admin',
        content: 'Seen',
      })
      .execute()
    await sql`insert into tree_import (id, company_id, file_name, created_at)
      values (${importId}, ${companyId}, 'import.csv', now())`.execute(tx)
    await tx
      .insertInto('background_job')
      .values({
        id: jobId,
        company_id: companyId,
        line: 'views',
        kind: 'views.delete',
        type: 'views.delete',
        category: 'view',
        job_group: 'view.delete',
        params: '{}',
        status: 'done',
        user_name: 'Admin',
        created_at: new Date(),
        finished_at: new Date(),
      })
      .execute()
    await tx
      .insertInto('signal')
      .values({
        id: signalId,
        company_id: companyId,
        site_id: camera.siteId,
        view_id: camera.viewId,
        source: 'http',
        received_at: new Date(),
        raw_bytes: 4,
        raw_sha256: 'none',
        state: 'parsed',
        kind: 'alarm',
        alarm_id: alarmId,
      })
      .execute()
    await tx
      .insertInto('receiver')
      .values({
        id: receiverId,
        company_id: companyId,
        site_id: camera.siteId,
        kind: 'email',
        name: 'Control room',
        config: JSON.stringify({ recipients: ['room@example.com'] }),
      })
      .execute()
    await tx
      .insertInto('delivery')
      .values({
        id: deliveryId,
        company_id: companyId,
        receiver_id: receiverId,
        alarm_id: alarmId,
        alarm_version: 2,
        type: 'alarm.created',
        verdict: 'true',
        state: 'dead',
        finished_at: new Date(),
      })
      .execute()
  })
  const [groupId, scheduleId] = [newId(), newId()]
  await inSystem(db, async (tx) => {
    await tx
      .insertInto('client_group')
      .values({ id: groupId, company_id: companyId, name: `Group ${groupId}` })
      .execute()
    await tx
      .insertInto('schedule_template')
      .values({
        id: scheduleId,
        company_id: companyId,
        name: `Schedule ${scheduleId}`,
        content: JSON.stringify({ weekly: [[1, 0, 480]], special: [[0, 1440]], days: [] }),
        changed_at: new Date(),
        changed_by: 'Admin',
      })
      .execute()
    await tx
      .insertInto('client_group_member')
      .values({ company_id: companyId, group_id: groupId, project_id: camera.projectId })
      .execute()
  })
  const { userId } = await createLoggedIn(db, { companyId, userType: 'OPERATOR_USER' })
  const ingest = await createToken(db, companyId, 'ingest')
  const api = await createToken(db, companyId, 'api')
  return {
    companyId,
    ...camera,
    groupId,
    alarmId,
    noteId,
    signalId,
    receiverId,
    deliveryId,
    jobId,
    importId,
    scheduleId,
    tokenId: api.id,
    userId,
    ingestToken: ingest.secret,
    apiToken: api.secret,
    admin,
  }
}
