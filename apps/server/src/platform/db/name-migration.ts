/**
 * The last migration that was named by a number. Later migrations are named by the minute in which they were made (UTC), so that two
 * branches do not choose the same name.
 */
export const LAST_NUMBER = '0045'

const BY_NUMBER = /^(\d{4})-[a-z0-9-]+\.sql$/
const BY_TIME = /^\d{12}-[a-z0-9-]+\.sql$/

/** Whether a file is named like a migration: by a time (`202611230815-holidays.sql`) or, for the first migrations, by a number. */
export function isMigrationName(name: string): boolean {
  const number = BY_NUMBER.exec(name)?.[1]
  return number === undefined ? BY_TIME.test(name) : number <= LAST_NUMBER
}

const MINUTE_MS = 60_000
const stampOf = (time: Date): string => time.toISOString().slice(0, 16).replaceAll(/\D/g, '')

function timeOf(name: string): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(name) ?? []
  return year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/**
 * The name of a new migration. It has the current minute, or the minute after the last migration if that migration's time is in the future.
 * @param what the subject, in words joined by hyphens
 * @param existing names of the existing migrations
 */
export function nameMigration(what: string, existing: readonly string[], now: Date): string {
  const last = Math.max(0, ...existing.map(timeOf))
  return `${stampOf(new Date(Math.max(now.getTime(), last + MINUTE_MS)))}-${what}.sql`
}

/**
 * Returns new names for a branch's own migrations. They are needed when one of them sorts before a migration of another branch: a database
 * that has run the other branch's migration would refuse it. Invalid names are replaced too. The order stays. Empty when nothing has to be
 * renamed.
 * @param own names of the migrations that the branch adds
 * @param others names of all other migrations, including those that were merged meanwhile
 */
export function renameMigrations(
  own: readonly string[],
  others: readonly string[],
  now: Date,
): { from: string; to: string }[] {
  const last = others.toSorted().at(-1) ?? ''
  const sorted = own.toSorted()
  if (sorted.every((name) => name > last && isMigrationName(name))) return []
  const taken = [...others]
  return sorted.map((from) => {
    const to = nameMigration(from.replace(/^\d+-|\.sql$/g, ''), taken, now)
    taken.push(to)
    return { from, to }
  })
}
