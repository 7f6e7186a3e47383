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

/** How soon a mail that was not taken is sent again, in ms: the listener may be starting. */
const AGAIN_MS = 15_000

/**
 * Takes the next run, if it is time. One process at a time comes here (`claimRun`); those after it find that the time is over. A time that lies
 * further ahead than the period was written before the clock was set back. After a run that has not arrived and is not missing yet, it is another
 * try of that run and keeps its time: tries that follow each other soon would put off for ever that it is missing.
 */
async function takeRun(tx: Tx, { everyMs, startedAt }: Due, now: Date): Promise<Run | undefined> {
  const period = sql`interval '1 ms' * ${everyMs}::integer`
  const { rows } = await sql<Run>`
    update synthetic_alarm s set
      sent_at = case when s.arrived_at is null and s.missing_since is null and s.sent_at <= ${now} then s.sent_at
        else ${now}::timestamptz end,
      arrived_at = null, refusal = null, next_at = ${now}::timestamptz + ${nextAt(everyMs)}
    from view v where v.id = s.view_id and (s.next_at <= ${now} or s.next_at > ${now}::timestamptz + ${period}
      or (s.arrived_at is null and s.missing_since is null and s.sent_at < ${startedAt ?? null}::timestamptz))
    returning s.company_id as "companyId", v.address_token as "addressToken"`.execute(tx)
  return rows[0]
}

interface Due {
  everyMs: number
  /** Whether a process has run for long enough to send the first one ever. */
  isFirstDue: boolean
  /** For a process that has not sent one yet, when it started: one that was sent before and did not arrive may be lost with what was stopped. */
  startedAt: Date | undefined
}

interface ClaimDeps {
  db: Db
  keys: KeyRing
}

export async function claimRun({ db, keys }: ClaimDeps, due: Due, now: Date): Promise<Run | undefined> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('synthetic-alarm')) as mine`.execute(tx)
    if (rows[0]?.mine !== true || (await heldSince(tx)) !== undefined) return undefined
    const known = await tx.selectFrom('synthetic_alarm').select('company_id').executeTakeFirst()
    if (!known && !due.isFirstDue) return undefined
    if (!known) await createOwnCamera(tx, keys, now)
    return takeRun(tx, due, now)
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

/** Notes that the mail of a run was not taken. It is soon sent again, until the alarm is missing. */
export async function noteRefusal(
  db: Db,
  { companyId }: Run,
  { refusal, now }: { refusal: string; now: Date },
): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .updateTable('synthetic_alarm')
      .set({
        refusal: refusal.slice(0, 300),
        next_at: sql`case when missing_since is null
          then least(next_at, ${new Date(now.getTime() + AGAIN_MS)}::timestamptz) else next_at end`,
      })
      .where('company_id', '=', companyId)
      .execute(),
  )
}
