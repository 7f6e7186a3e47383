/** The features of a company, as flags. */
export interface CompanyFlags {
  isForensicUnlocked: boolean
  isAdvancedAlarmUnlocked: boolean
  isTamperingUnlocked: boolean
  isVehicleWatchlistEnabled: boolean
  isRtspEnabled: boolean
  isRtspEmailHybridEnabled: boolean
  isPelcoEnabled: boolean
  isLPRUnlocked: boolean
  isPPEUnlocked: boolean
  isHazardUnlocked: boolean
  isSafetyComplianceUnlocked: boolean
  isBehaviouralAnomalyUnlocked: boolean
  isTamperingPtzUnlocked: boolean
}

/** Each feature with the flags that must all be set. */
const NEEDS = {
  licencePlate: ['isAdvancedAlarmUnlocked', 'isLPRUnlocked'],
  ppe: ['isAdvancedAlarmUnlocked', 'isPPEUnlocked'],
  hazard: ['isAdvancedAlarmUnlocked', 'isHazardUnlocked'],
  safetyCompliance: ['isAdvancedAlarmUnlocked', 'isSafetyComplianceUnlocked'],
  behaviouralAnomaly: ['isAdvancedAlarmUnlocked', 'isBehaviouralAnomalyUnlocked'],
  vehicleWatchlist: ['isAdvancedAlarmUnlocked', 'isVehicleWatchlistEnabled'],
  tampering: ['isTamperingUnlocked'],
  tamperingPtz: ['isTamperingUnlocked', 'isTamperingPtzUnlocked'],
  partner: ['isTamperingUnlocked', 'isPelcoEnabled'],
  rtsp: ['isRtspEnabled'],
  rtspHybrid: ['isRtspEnabled', 'isRtspEmailHybridEnabled'],
  forensic: ['isForensicUnlocked'],
} as const satisfies Record<string, readonly (keyof CompanyFlags)[]>

export type Feature = keyof typeof NEEDS

/** The flags that must all be set for a company to have a feature. */
export const flagsOf = (feature: Feature): readonly (keyof CompanyFlags)[] => NEEDS[feature]

/** Whether a company has a feature. */
export function isFeatureOpen(feature: Feature, flags: CompanyFlags): boolean {
  return NEEDS[feature].every((flag) => flags[flag])
}

/**
 * The products that companies can have. A plan can limit each.
 */
export const OFFERED_PRODUCTS = [
  'detect',
  'detect_pro',
  'detect_pro_v2',
  'protect',
  'investigate',
  'advanced_idle_detection',
] as const

/** A product that companies can have. */
export type OfferedProduct = (typeof OFFERED_PRODUCTS)[number]

/** The flags that must all be set for a company to have a product. */
const PRODUCT_NEEDS: Record<OfferedProduct, readonly (keyof CompanyFlags)[]> = {
  detect: [],
  detect_pro: ['isAdvancedAlarmUnlocked'],
  detect_pro_v2: ['isAdvancedAlarmUnlocked'],
  protect: NEEDS.licencePlate,
  investigate: NEEDS.forensic,
  advanced_idle_detection: ['isAdvancedAlarmUnlocked'],
}

const isOffered = (product: string): product is OfferedProduct => Object.hasOwn(PRODUCT_NEEDS, product)

/** Whether a company has a product, so that it can be switched on for cameras. */
export function isProductOpen(product: string, flags: CompanyFlags): product is OfferedProduct {
  return isOffered(product) && PRODUCT_NEEDS[product].every((flag) => flags[flag])
}

/** The products of a camera that take effect: the company has them, and its plan has room for them. */
export function productsInForce(
  { products, productsTaken }: { products: readonly string[]; productsTaken: readonly string[] },
  flags: CompanyFlags,
): ReadonlySet<OfferedProduct> {
  const inForce = products.filter((product) => isProductOpen(product, flags) && !productsTaken.includes(product))
  return new Set(inForce.filter(isOffered))
}

/** Whether Pelco cameras can be added: both the Pelco integration and Detect Pro, the product that monitors these cameras, are enabled. */
export function isPelcoOpen(flags: CompanyFlags, { detectPro }: { detectPro: boolean }): boolean {
  return flags.isPelcoEnabled && detectPro
}
