export { VideofiedTab } from './videofied-tab.tsx'
