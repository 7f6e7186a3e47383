export { rulesModule } from './module.ts'
export { findPlateMatches } from './plate-matches.ts'
export { engineRule, listRules } from './stored-rule.ts'
export { companyRules, readinessOfRules } from './surroundings.ts'
