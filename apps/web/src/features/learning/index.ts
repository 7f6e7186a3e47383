export { HeldBackBars } from './held-back-bars.tsx'
export { LearningPanel } from './learning-panel.tsx'
