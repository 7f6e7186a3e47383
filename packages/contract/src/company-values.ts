import { z } from 'zod'

export const COMPANY_THEMES = ['default', 'pelco', 'provider'] as const

/** Features that are unlocked per company. */
export const UNLOCKS = [
  'isForensicUnlocked',
  'isTamperingUnlocked',
  'isTamperingV2Unlocked',
  'isAdvancedAlarmUnlocked',
  'isVehicleWatchlistEnabled',
  'isRtspEnabled',
  'isRtspEmailHybridEnabled',
  'isPelcoEnabled',
  'isLPRUnlocked',
  'isPPEUnlocked',
  'isHazardUnlocked',
  'isSafetyComplianceUnlocked',
  'isBehaviouralAnomalyUnlocked',
  'isTamperingPtzUnlocked',
] as const
export type Unlock = (typeof UNLOCKS)[number]

/** Whether each feature is unlocked for the company. */
export const companyUnlocks = z.record(z.enum(UNLOCKS), z.boolean())

const channel = z.number().int().min(0).max(255)

/** How masks are drawn over pictures: red, green, blue (0–255) and opacity (0–1). */
export const maskConfig = z.object({
  maskColor: z.tuple([channel, channel, channel]),
  maskOpacity: z.number().min(0).max(1),
})
