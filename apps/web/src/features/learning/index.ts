export { LearningPanel } from './learning-panel.tsx'
