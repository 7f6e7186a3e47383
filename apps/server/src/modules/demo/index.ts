export { demoTargets, firstStart, type FirstStart } from './first-start.ts'
export { removeDemo } from './remove-demo.ts'
