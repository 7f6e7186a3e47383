export { alarmLinksModule } from './module.ts'
export { shareWithReceiver } from './share-with-receiver.ts'
