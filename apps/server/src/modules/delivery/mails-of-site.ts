import { formatSiteTime } from '@winnow/delivery'
import { preferredLocale } from '@winnow/i18n'
import { sql } from 'kysely'
import { wordsIn } from '../identity/index.ts'

/** SQL: the language of a `site`'s mails about alarms, which its people read; null if it has none. */
export const siteLanguage = sql<string | null>`(select r.config ->> 'language' from receiver r
  where r.site_id = site.id and r.kind = 'email' and r.deleted_at is null order by r.id limit 1)`

/** SQL: the time zone of a `site` of a `company`. */
export const siteZone = sql<string>`coalesce(site.timezone, company.default_site_timezone)`

/** The texts of a mail to people of a site, and its times, in the language and the zone of the site. */
export async function wordsOfSite({ language, zone }: { language: string | null; zone: string }) {
  const locale = preferredLocale([language ?? ''])
  return { t: await wordsIn([locale]), time: (at: string) => formatSiteTime(at, zone, locale, 'short') }
}
