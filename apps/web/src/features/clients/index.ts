export { PauseBanner } from './components/override/pause-banner.tsx'
export { PauseDialog } from './components/override/pause-dialog.tsx'
