export { ExacqTab } from './exacq-tab.tsx'
