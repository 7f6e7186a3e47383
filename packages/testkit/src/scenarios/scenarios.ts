/** The size of a scenario's company. The company has exactly these numbers of nodes. */
export interface TreeSize {
  clients: number
  sites: number
  cameras: number
  groups: number
}

/** Companies that `npm run seed` can create. */
export const SCENARIOS = {
  small: { clients: 40, sites: 200, cameras: 800, groups: 4 },
  large: { clients: 10_000, sites: 50_000, cameras: 200_000, groups: 40 },
} as const satisfies Record<string, TreeSize>

export type ScenarioName = keyof typeof SCENARIOS
