import type { LabelledAlarm } from './read-manifest.ts'

/** Licences without conditions, those that require attribution only, and our own pictures. */
const PERMISSIVE = /\b(MIT|BSD|Apache|CC0|CC-BY(?!-(NC|SA|ND))|CDLA-permissive|drawn|own)\b/i
const RESTRICTED = /none stated|GPL|non-commercial/i

/** Whether the licence of an alarm's pictures permits networks to be adapted to them. */
export const mayLearnFrom = ({ licence }: Pick<LabelledAlarm, 'licence'>): boolean =>
  PERMISSIVE.test(licence) && !RESTRICTED.test(licence)
