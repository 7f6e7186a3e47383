import type { Mailer } from '@winnow/delivery'
import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { languageIn, wordsIn } from '../identity/index.ts'

/** How long a process has to hand over the mail. After that, the next look tries again. */
const TELLING_SECONDS = 60

export interface TellDeps {
  db: Db
  mailer: Mailer
  log: Logger
  productName: string
  publicUrl: () => string
}

/**
 * Takes the telling for this process, unless the operator knows already or another process is telling.
 * @param isMissing what the operator is to be told
 */
async function take(db: Db, isMissing: boolean, now: Date): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql`
      update synthetic_alarm set telling_until = ${now}::timestamptz + make_interval(secs => ${TELLING_SECONDS})
      where (told_at is not null) <> ${isMissing}
        and (telling_until is null or telling_until <= ${now}
          or telling_until > ${now}::timestamptz + make_interval(secs => ${TELLING_SECONDS}))
      returning 1`.execute(tx)
    return rows.length > 0
  })
}

async function languageOf(db: Db, address: string): Promise<string> {
  const row = await inSystem(db, (tx) =>
    tx.selectFrom('app_user').select('preferences').where('email', '=', address.toLowerCase()).executeTakeFirst(),
  )
  return languageIn(row?.preferences) ?? 'en'
}

/**
 * Tells the operator by mail, once, that the synthetic alarm is missing, and once that it arrives again. The mail takes no way that may be what does not
 * work: neither a job nor the outbox.
 */
export async function tellOperator(
  deps: TellDeps,
  to: string,
  { since, refusal }: { since: Date | undefined; refusal: string | null },
  now: Date,
): Promise<void> {
  const isMissing = since !== undefined
  if (!(await take(deps.db, isMissing, now))) return
  const t = await wordsIn([await languageOf(deps.db, to)])
  const words = {
    product: deps.productName,
    time: `${(since ?? now).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    refusal: refusal ?? '–',
    link: deps.publicUrl(),
  }
  const kind = isMissing ? 'missing' : 'arrives'
  const subject = t(`mails:synthetic.${kind}.subject`, words)
  const result = await deps.mailer.send({ to, subject, text: t(`mails:synthetic.${kind}.text`, words), date: now })
  if (!result.ok) {
    deps.log.error(
      { code: result.code, detail: result.detail },
      'the operator could not be told of the synthetic alarm',
    )
    return
  }
  await inSystem(deps.db, (tx) =>
    tx
      .updateTable('synthetic_alarm')
      .set({ told_at: isMissing ? now : null, telling_until: null })
      .execute(),
  )
}
