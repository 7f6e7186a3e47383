import { createMailer, type MailResult } from '@winnow/delivery'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { heldSince } from '../delivery/index.ts'
import { createOwnCamera } from './own-camera.ts'
import { markedPicture } from './picture.ts'
import { PATIENCE_MS } from './run-state.ts'

/** A run that this process has taken. */
interface Run {
  companyId: string
  addressToken: string
}

/** The next run follows sooner while the alarm is missing, so that it is known at once when it arrives again. */
const nextAt = (
  everyMs: number,
) => sql`case when s.missing_since is not null or (s.sent_at is not null and s.arrived_at is null)
  then interval '1 ms' * ${Math.min(everyMs, 2 * PATIENCE_MS)}::integer else interval '1 ms' * ${everyMs}::integer end`

/**
 * Takes the next run, if it is time. Only one of all processes gets it: the others wait for its commit and find that the time is over. A time that lies
 * further ahead than the period was written before the clock was set back.
 */
async function takeRun(tx: Tx, everyMs: number, now: Date): Promise<Run | undefined> {
  const period = sql`interval '1 ms' * ${everyMs}::integer`
  const { rows } = await sql<Run>`
    update synthetic_alarm s set sent_at = ${now}, arrived_at = null, refusal = null, next_at = ${now}::timestamptz + ${nextAt(everyMs)},
      missing_since = coalesce(s.missing_since, case when s.arrived_at is null then s.sent_at end)
    from view v where v.id = s.view_id and (s.next_at <= ${now} or s.next_at > ${now}::timestamptz + ${period})
    returning s.company_id as "companyId", v.address_token as "addressToken"`.execute(tx)
  return rows[0]
}

interface ClaimDeps {
  db: Db
  keys: KeyRing
}

/**
 * @param isFirstDue whether a process has run for long enough to send the first one ever
 */
export async function claimRun(
  { db, keys }: ClaimDeps,
  { everyMs, isFirstDue }: { everyMs: number; isFirstDue: boolean },
  now: Date,
): Promise<Run | undefined> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('synthetic-alarm')) as mine`.execute(tx)
    if (rows[0]?.mine !== true || (await heldSince(tx)) !== undefined) return undefined
    const known = await tx.selectFrom('synthetic_alarm').select('company_id').executeTakeFirst()
    if (!known && !isFirstDue) return undefined
    if (!known) await createOwnCamera(tx, keys, now)
    return takeRun(tx, everyMs, now)
  })
}

export interface Route {
  /** The listener for cameras' mails. */
  smtp: { host: string; port: number }
  mailDomain: string
}

/** Sends the mail of a run through the listener for cameras, as a camera does. */
export async function sendSynthetic(
  { smtp, mailDomain }: Route,
  { addressToken }: Run,
  now: Date,
): Promise<MailResult> {
  const id = newId()
  const mailer = createMailer({
    smtp: { ...smtp, secure: false, plain: true },
    from: `synthetic-alarm@${mailDomain}`,
    outboxDir: '',
  })
  try {
    return await mailer.send({
      to: `${addressToken}@${mailDomain}`,
      subject: 'Synthetic alarm',
      text: 'This alarm was sent by the installation itself.',
      headers: { 'X-Winnow-Synthetic': id },
      attachments: [{ filename: 'synthetic.jpg', contentType: 'image/jpeg', content: markedPicture(id) }],
      messageKey: id,
      date: now,
    })
  } finally {
    mailer.close()
  }
}

/** Notes that the mail of a run was not taken. */
export async function noteRefusal(db: Db, companyId: string, refusal: string): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .updateTable('synthetic_alarm')
      .set({ refusal: refusal.slice(0, 300) })
      .where('company_id', '=', companyId)
      .execute(),
  )
}
