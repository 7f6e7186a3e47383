import type { DeliveryAlarm } from './payload.ts'

/** What a station is told by a message: a true alarm, one that could not be verified, one that is none, or a test. */
export type Occasion = 'verified' | 'unverified' | 'cancelled' | 'test'

export function occasionOf({ type, verdict }: Pick<DeliveryAlarm, 'type' | 'verdict'>): Occasion {
  if (type === 'test') return 'test'
  if (verdict === 'false') return 'cancelled'
  return verdict === 'true' ? 'verified' : 'unverified'
}

/** The codes of SIA: burglary verified, burglary alarm, burglary cancel, automatic test. */
export const SIA_CODES: Readonly<Record<Occasion, string>> = {
  verified: 'BV',
  unverified: 'BA',
  cancelled: 'BC',
  test: 'RP',
}

/** The alarm in one line of English, as operators of a station read it. */
export function summaryOf(alarm: DeliveryAlarm, found: string | undefined): string {
  const where = `${alarm.view.name}, ${alarm.site.name}`
  const lines: Readonly<Record<Occasion, string>> = {
    verified: found === undefined ? `Alarm: ${where}` : `Alarm (${found}): ${where}`,
    unverified: `Not verified: ${where}`,
    cancelled: `False alarm: ${where}`,
    test: `Test: ${where}`,
  }
  return lines[occasionOf(alarm)]
}
