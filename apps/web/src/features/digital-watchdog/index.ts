export { DigitalWatchdogTab } from './digital-watchdog-tab.tsx'
