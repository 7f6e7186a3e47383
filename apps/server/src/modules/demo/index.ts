export type { NewAccount } from './create-accounts.ts'
export { demoTargets, firstStart } from './first-start.ts'
export { removeDemo } from './remove-demo.ts'
