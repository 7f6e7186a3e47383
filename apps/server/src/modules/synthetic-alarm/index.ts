export { syntheticAlarmModule } from './module.ts'
