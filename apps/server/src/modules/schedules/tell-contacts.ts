import { ARMING_REFUSALS, type ArmingEvent } from '@winnow/contract'
import { quotedName, type Mailer } from '@winnow/delivery'
import { mailAddressIssue } from '@winnow/domain'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { defineJob, type RegisteredJob } from '../../platform/jobs/job.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { siteLanguage, siteZone, wordsOfSite } from '../delivery/index.ts'

/** Contacts get at most one mail about refused messages of a site in this time, so that nobody can flood them. */
const REFUSALS_APART_MS = 10 * 60_000

/** Mails one contact of a site. Each contact is a job of its own, so that a retry writes to nobody twice. */
const mailContact = defineJob(
  'schedules.mail-contact',
  z.object({
    companyId: z.uuid(),
    siteId: z.uuid(),
    to: z.string(),
    /** When it happened: a message was refused, or the site should have been armed. */
    at: z.iso.datetime(),
    what: z.discriminatedUnion('is', [
      z.object({ is: z.literal('late') }),
      z.object({
        is: z.enum(['refused', 'unarmed']),
        refusal: z.enum(ARMING_REFUSALS),
        by: z.string(),
        address: z.string().nullable(),
      }),
    ]),
  }),
  { maxAttempts: 8 },
)
type Told = z.input<typeof mailContact.payload>['what']

/** The e-mail addresses of the contacts of a site, each once. */
export function contactAddresses(contacts: unknown): string[] {
  const list = Array.isArray(contacts) ? contacts : []
  const found = list.flatMap((one: { email?: unknown } | null) => (typeof one?.email === 'string' ? one.email : []))
  return [...new Set(found)].filter((address) => !mailAddressIssue(address))
}

/** Plans the mails to the contacts of a site, in the transaction of what they are about. */
export async function tellContacts(
  { tx, queue }: { tx: Tx; queue: Queue },
  { companyId, siteId, at }: { companyId: string; siteId: string; at: Date },
  what: Told,
): Promise<void> {
  const site = await tx.selectFrom('site').select('contacts').where('id', '=', siteId).executeTakeFirst()
  for (const to of contactAddresses(site?.contacts))
    await queue.enqueue(tx, mailContact, { companyId, siteId, to, at: at.toISOString(), what })
}

/** Whether the contacts of a site were told of a refused message just now. */
export async function wasToldLately(tx: Tx, siteId: string, at: Date): Promise<boolean> {
  const told = await tx
    .selectFrom('arming_event')
    .select('id')
    .where('site_id', '=', siteId)
    .where('was_told', '=', true)
    .where('at', '>', new Date(at.getTime() - REFUSALS_APART_MS))
    .where('at', '<=', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

interface Refused {
  companyId: string
  siteId: string
  at: Date
  by: string
  address?: string | null
  refusal: NonNullable<ArmingEvent['refusal']>
  /** A disarm was refused, or a message that would have armed the site. */
  what: 'refused' | 'unarmed'
}

/** Tells the contacts of a site that somebody tried to disarm it, or that it stays disarmed though somebody wanted to arm it. */
export const tellOfRefusal = (effects: { tx: Tx; queue: Queue }, message: Refused): Promise<void> => {
  const { refusal, by, address = null, what } = message
  return tellContacts(effects, message, { is: what, refusal, by, address })
}

export interface ContactMailDeps {
  db: Db
  clock: Clock
  mailer: Mailer
  /** The product's name in mails. */
  productName: string
  publicUrl: () => string
}

/** A site as its mails name it, in the language of its mails about alarms. */
async function describeSite(tx: Tx, siteId: string) {
  return tx
    .selectFrom('site')
    .innerJoin('company', 'company.id', 'site.company_id')
    .innerJoin('project', 'project.id', 'site.project_id')
    .select(['site.name', 'project.name as client', siteZone.as('zone'), siteLanguage.as('language')])
    .where('site.id', '=', siteId)
    .where('site.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function contactMailJobs(deps: ContactMailDeps): RegisteredJob[] {
  return [
    registerJob(mailContact, () => async ({ companyId, siteId, to, at, what }, { signal }) => {
      const site = await inTenant(deps.db, companyId, (tx) => describeSite(tx, siteId))
      if (!site) return
      const { t, time } = await wordsOfSite(site)
      const words = {
        product: deps.productName,
        site: quotedName(site.name),
        client: quotedName(site.client),
        time: time(at),
        link: `${deps.publicUrl()}/cams/clients/u?site=${siteId}&tab=arming`,
        ...(what.is !== 'late'
          ? {
              by: quotedName([what.by, what.address].filter(Boolean).join(', ')),
              why: t(`mails:arming.why.${what.refusal}`),
            }
          : {}),
      }
      await sendMail(
        deps.mailer,
        {
          to,
          subject: t(`mails:arming.${what.is}.subject`, words),
          text: t(`mails:arming.${what.is}.text`, words),
          date: deps.clock.now(),
        },
        signal,
      )
    }),
  ]
}
