import { LANGUAGES } from '@winnow/contract'
import { createI18n, preferredLocale } from '@winnow/i18n'
import type { Tx } from '../../platform/db/transaction.ts'

/** The language stored with an account; undefined before its owner has used the console. */
export function languageIn(preferences: unknown): (typeof LANGUAGES)[number] | undefined {
  const { language } = (preferences ?? {}) as { language?: unknown }
  return LANGUAGES.find((each) => each === language)
}

/** The languages of these accounts, in the given order. Accounts without a stored language are left out. */
export async function languagesOf(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('app_user').select(['id', 'preferences']).where('id', 'in', userIds).execute()
  return userIds.flatMap((id) => languageIn(rows.find((row) => row.id === id)?.preferences) ?? [])
}

/** The languages of an Accept-Language header, the preferred first, e.g. of `de-AT,de;q=0.9,en;q=0.5`. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((each) => {
      const [tag = '', weight = 'q=1'] = each.split(';').map((part) => part.trim())
      return { tag, weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

type Words = Awaited<ReturnType<typeof createI18n>>['t']

/**
 * The texts of a mail, in the first of these languages that the product offers, else in English.
 * @param wanted the reader's languages, then the sender's, then the browser's
 */
export async function wordsIn(wanted: readonly string[]): Promise<Words> {
  return (await createI18n(preferredLocale(wanted))).t
}
