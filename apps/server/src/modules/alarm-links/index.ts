export { alarmLinksModule } from './module.ts'
