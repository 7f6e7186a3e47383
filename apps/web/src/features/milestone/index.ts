export { MilestoneTab } from './milestone-tab.tsx'
