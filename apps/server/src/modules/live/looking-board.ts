import { LOOKING_SECONDS, MAX_LOOKERS, type Lookers } from '@winnow/contract'

/** The place of an alarm, by which it is decided who may learn who looks at it. */
export interface LookedAlarm {
  id: string
  projectId: string
  siteId: string
  viewId: string
}

/** One tab that looks at an alarm. This is what processes tell each other. */
export interface Look {
  companyId: string
  userId: string
  name: string
  tab: string
  /** Null: the tab has stopped looking. */
  alarm: LookedAlarm | null
}

interface Entry extends Look {
  alarm: LookedAlarm
  until: number
}

/** Limits, so that nobody fills the memory of the process. */
const TABS_OF_USER = 8
const TABS_OF_COMPANY = 500

/**
 * Who looks at which alarm, in the memory of this process. Every process has a board with the same content. Nothing is stored.
 * @param now a monotonic clock, in milliseconds
 * @param onChange called when the people who look at an alarm have changed
 */
export function createLookingBoard(
  now: () => number,
  onChange: (companyId: string, alarm: LookedAlarm, lookers: Lookers) => void,
) {
  /** By company, then by user and tab. The entries of a company are in the order in which they were renewed. */
  const companies = new Map<string, Map<string, Entry>>()

  function lookersOf(companyId: string, alarmId: string): Lookers {
    const names = new Map<string, string>()
    for (const entry of companies.get(companyId)?.values() ?? [])
      if (entry.alarm.id === alarmId) names.set(entry.userId, entry.name)
    const people = [...names].map(([userId, name]) => ({ userId, name }))
    people.sort((a, b) => a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1))
    return { people: people.slice(0, MAX_LOOKERS), count: people.length }
  }
  const tell = (companyId: string, alarm: LookedAlarm) => onChange(companyId, alarm, lookersOf(companyId, alarm.id))

  function remove(companyId: string, key: string): void {
    const tabs = companies.get(companyId)
    const entry = tabs?.get(key)
    if (!tabs || !entry) return
    tabs.delete(key)
    if (tabs.size === 0) companies.delete(companyId)
    tell(companyId, entry.alarm)
  }
  function makeRoom(companyId: string, userId: string): void {
    const tabs = companies.get(companyId)
    if (!tabs) return
    const own = [...tabs].filter(([, entry]) => entry.userId === userId)
    const [oldest] = tabs.keys()
    if (own.length >= TABS_OF_USER && own[0]) remove(companyId, own[0][0])
    else if (tabs.size >= TABS_OF_COMPANY && oldest !== undefined) remove(companyId, oldest)
  }

  return {
    /** Takes a look that this or another process was told of. */
    note({ alarm, ...look }: Look): void {
      const { companyId, userId } = look
      const key = `${userId} ${look.tab}`
      const before = companies.get(companyId)?.get(key)
      if (!alarm) return remove(companyId, key)
      if (!before) makeRoom(companyId, userId)
      const tabs = companies.get(companyId) ?? new Map<string, Entry>()
      companies.set(companyId, tabs)
      tabs.delete(key)
      tabs.set(key, { ...look, alarm, until: now() + LOOKING_SECONDS * 1_000 })
      if (before?.alarm.id === alarm.id && before.name === look.name) return
      if (before && before.alarm.id !== alarm.id) tell(companyId, before.alarm)
      tell(companyId, alarm)
    },
    /** Removes those who were not heard of lately. */
    sweep(): void {
      for (const [companyId, tabs] of companies)
        for (const [key, { until }] of tabs) if (until <= now()) remove(companyId, key)
    },
    /** All alarms of a company that somebody looks at. */
    list(companyId: string): { alarm: LookedAlarm; lookers: Lookers }[] {
      const alarms = new Map([...(companies.get(companyId)?.values() ?? [])].map(({ alarm }) => [alarm.id, alarm]))
      return [...alarms.values()].map((alarm) => ({ alarm, lookers: lookersOf(companyId, alarm.id) }))
    },
  }
}
