import type { Company } from '@winnow/contract'
import { buildUser, NO_UNLOCKS } from './build-user.ts'

/** The company of {@link buildUser}, changed by the overrides. */
export function buildCompany(overrides: Partial<Company> = {}): Company {
  const { id, name, theme, defaultSiteTimezone, maskConfig } = buildUser().company
  return {
    id,
    name,
    kind: 'customer',
    theme,
    subdomain: null,
    logo: null,
    unlocks: NO_UNLOCKS,
    defaultSiteTimezone,
    maskConfig,
    maskConfigDefault: maskConfig,
    siteIdleHours: 24,
    rtspCameras: null,
    suspended: false,
    createdAt: '2026-11-01T00:00:00Z',
    ...overrides,
  }
}
