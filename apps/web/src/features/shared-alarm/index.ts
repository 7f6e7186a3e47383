export { SharedAlarmPage } from './shared-alarm-page.tsx'
