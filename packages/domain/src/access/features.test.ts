import { describe, expect, it } from 'vitest'
import {
  isFeatureOpen,
  isPelcoOpen,
  isProductOpen,
  productsInForce,
  type CompanyFlags,
  type Feature,
} from './features.ts'

const CLOSED: CompanyFlags = {
  isForensicUnlocked: false,
  isAdvancedAlarmUnlocked: false,
  isTamperingUnlocked: false,
  isVehicleWatchlistEnabled: false,
  isRtspEnabled: false,
  isRtspEmailHybridEnabled: false,
  isPelcoEnabled: false,
  isLPRUnlocked: false,
  isPPEUnlocked: false,
  isHazardUnlocked: false,
  isSafetyComplianceUnlocked: false,
  isBehaviouralAnomalyUnlocked: false,
  isTamperingPtzUnlocked: false,
}

const RULES: readonly [rule: string, feature: Feature, needs: readonly (keyof CompanyFlags)[]][] = [
  ['GATING-001 GATING-002', 'licencePlate', ['isAdvancedAlarmUnlocked', 'isLPRUnlocked']],
  ['GATING-001 GATING-002', 'ppe', ['isAdvancedAlarmUnlocked', 'isPPEUnlocked']],
  ['GATING-001 GATING-002', 'hazard', ['isAdvancedAlarmUnlocked', 'isHazardUnlocked']],
  ['GATING-001 GATING-002', 'safetyCompliance', ['isAdvancedAlarmUnlocked', 'isSafetyComplianceUnlocked']],
  ['GATING-001 GATING-002', 'behaviouralAnomaly', ['isAdvancedAlarmUnlocked', 'isBehaviouralAnomalyUnlocked']],
  ['GATING-001 GATING-002', 'vehicleWatchlist', ['isAdvancedAlarmUnlocked', 'isVehicleWatchlistEnabled']],
  ['GATING-001 GATING-003', 'tampering', ['isTamperingUnlocked']],
  ['GATING-001 GATING-004', 'tamperingPtz', ['isTamperingUnlocked', 'isTamperingPtzUnlocked']],
  ['GATING-005', 'partner', ['isTamperingUnlocked', 'isPelcoEnabled']],
  ['GATING-001', 'rtsp', ['isRtspEnabled']],
  ['GATING-001', 'rtspHybrid', ['isRtspEnabled', 'isRtspEmailHybridEnabled']],
]

describe('the features of a company', () => {
  it.each(RULES)('%s: %s is available only if all its flags are set', (_rule, feature, needs) => {
    const open = { ...CLOSED, ...Object.fromEntries(needs.map((flag) => [flag, true])) }
    expect(isFeatureOpen(feature, open)).toBe(true)
    for (const flag of needs) expect(isFeatureOpen(feature, { ...open, [flag]: false }), flag).toBe(false)
  })

  it('Pelco requires the integration and Detect Pro · GATING-006', () => {
    const enabled = { ...CLOSED, isPelcoEnabled: true }
    expect(isPelcoOpen(enabled, { detectPro: true })).toBe(true)
    expect(isPelcoOpen(enabled, { detectPro: false })).toBe(false)
    expect(isPelcoOpen(CLOSED, { detectPro: true })).toBe(false)
  })
})

describe('the products that a company can have', () => {
  it.each<[string, readonly (keyof CompanyFlags)[]]>([
    ['detect', []],
    ['detect_pro', ['isAdvancedAlarmUnlocked']],
    ['detect_pro_v2', ['isAdvancedAlarmUnlocked']],
    ['investigate', ['isForensicUnlocked']],
    ['protect', ['isAdvancedAlarmUnlocked', 'isLPRUnlocked']],
    ['advanced_idle_detection', ['isAdvancedAlarmUnlocked']],
  ])('%s needs exactly the features %o', (product, needs) => {
    const open = Object.fromEntries(needs.map((flag) => [flag, true]))
    expect(isProductOpen(product, { ...CLOSED, ...open })).toBe(true)
    for (const flag of needs) expect(isProductOpen(product, { ...CLOSED, ...open, [flag]: false }), flag).toBe(false)
  })

  it.each(['rtsp', 'toString'])('never include %s', (product) => {
    const open = Object.fromEntries(Object.keys(CLOSED).map((flag) => [flag, true]))
    expect(isProductOpen(product, { ...CLOSED, ...open })).toBe(false)
  })
})

it('a product of a camera takes effect if the company has it and its plan has room for it', () => {
  const flags = { ...CLOSED, isAdvancedAlarmUnlocked: true }
  const products = ['detect', 'detect_pro', 'protect', 'investigate']
  expect([...productsInForce({ products, productsTaken: [] }, flags)]).toEqual(['detect', 'detect_pro'])
  expect([...productsInForce({ products, productsTaken: ['detect_pro'] }, flags)]).toEqual(['detect'])
  expect([...productsInForce({ products, productsTaken: [] }, CLOSED)]).toEqual(['detect'])
})
