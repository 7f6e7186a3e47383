import { quotedName, type Mailer } from '@winnow/delivery'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { defineJob, type RegisteredJob } from '../../platform/jobs/job.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { siteLanguage, siteZone, wordsOfSite } from './mails-of-site.ts'

/** Mails one person about a receiver. Each is a job of its own, so that a retry writes to nobody twice. */
const mailPerson = defineJob(
  'delivery.mail-person',
  z.object({
    companyId: z.uuid(),
    receiverId: z.uuid(),
    to: z.string(),
    at: z.iso.datetime(),
    works: z.boolean(),
  }),
  { maxAttempts: 8 },
)

/** Plans the mails to the people of a receiver that does not work, or works again, in the transaction that has found it out. */
export async function tellOfReceiver(
  { tx, queue }: { tx: Tx; queue: Queue },
  { companyId, receiverId, at, works }: { companyId: string; receiverId: string; at: Date; works: boolean },
): Promise<void> {
  const { escalate_to: people } = await tx
    .selectFrom('receiver')
    .select('escalate_to')
    .where('id', '=', receiverId)
    .executeTakeFirstOrThrow()
  for (const to of people)
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    await queue.enqueue(tx, mailPerson, { companyId, receiverId, to, at: at.toISOString(), works })
}

export interface ReceiverMailDeps {
  db: Db
  clock: Clock
  mailer: Mailer
  /** The product's name in mails. */
  productName: string
  publicUrl: () => string
}

async function describe(tx: Tx, receiverId: string) {
  return tx
    .selectFrom('receiver')
    .innerJoin('site', 'site.id', 'receiver.site_id')
    .innerJoin('company', 'company.id', 'receiver.company_id')
    .select([
      'receiver.name',
      'receiver.site_id',
      'site.name as site',
      siteZone.as('zone'),
      siteLanguage.as('language'),
      sql<number>`(select count(*)::int from delivery d where d.receiver_id = receiver.id and d.state = 'pending')`.as(
        'waiting',
      ),
    ])
    .where('receiver.id', '=', receiverId)
    .where('receiver.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function receiverMailJobs(deps: ReceiverMailDeps): RegisteredJob[] {
  return [
    registerJob(mailPerson, () => async ({ companyId, receiverId, to, at, works }, { signal }) => {
      const found = await inTenant(deps.db, companyId, (tx) => describe(tx, receiverId))
      if (!found) return
      const { t, time } = await wordsOfSite(found)
      const words = {
        product: deps.productName,
        receiver: quotedName(found.name),
        site: quotedName(found.site),
        time: time(at),
        n: found.waiting,
        link: `${deps.publicUrl()}/cams/clients/u?site=${found.site_id}&tab=receivers`,
      }
      const kind = works ? 'works' : 'down'
      const subject = t(`mails:receiver.${kind}.subject`, words)
      const text = t(`mails:receiver.${kind}.text`, words)
      await sendMail(deps.mailer, { to, subject, text, date: deps.clock.now() }, signal)
    }),
  ]
}
